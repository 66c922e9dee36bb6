const paths = {
  send: 'M12 16V4m0 0L7 9m5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  documents: 'M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm7 0v5h5M9 13h6M9 17h4',
  batches: 'm12 3 9 5-9 5-9-5 9-5Zm-9 9 9 5 9-5M3 16l9 5 9-5',
  dashboard: 'M4 20V10m5.3 10V4m5.4 16v-7M20 20V8',
  operation: 'M4 6h10m4 0h2M4 12h2m4 0h10M4 18h8m4 0h4M16 4v4M8 10v4m6 2v4',
  camera: 'M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Zm8 9a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z',
  folder: 'M3 7a1 1 0 0 1 1-1h5l2 2h9a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7Z',
  check: 'm5 13 4 4L19 7',
  pencil: 'm4 20 1-4L16 5l3 3L8 19l-4 1Zm10-13 3 3',
  cross: 'm6 6 12 12M18 6 6 18',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v5m0 2.5v.5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  download: 'M12 4v11m0 0-5-5m5 5 5-5M5 20h14',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V5h4m12 4V5h-4M4 15v4h4m12-4v4h-4',
  upright: 'M4 12a8 8 0 1 1 2.5 5.8M4 20v-4h4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  half: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0v18',
  out: 'M10 4H5v16h5m4-12 4 4-4 4m4-4H9',
  back: 'M15 5l-7 7 7 7',
  boxes: 'M4 5h9v5H4zM11 14h9v5h-9z',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  book: 'M5 4h6a1 1 0 0 1 1 1v15a2 2 0 0 0-2-2H5V4Zm14 0h-6a1 1 0 0 0-1 1v15a2 2 0 0 1 2-2h5V4Z',
  eye: 'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)

// Mark is the sign of the product: a sheet with a value found on it.
export const Mark = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" class="mark-ground" />
    <path d="M9 6h9l5 5v15H9z" fill="#fff" />
    <path d="M18 6v5h5" fill="#b9d9d3" />
    <rect x="11.5" y="15" width="9" height="5" rx="1" fill="#f6b73c" />
    <path d="M12 23h8" stroke="#0f5c56" stroke-width="1.6" stroke-linecap="round" />
  </svg>
)
