import type { ComponentChildren } from 'preact'
import { useSignal } from '@preact/signals'
import { Failure } from '../api/client'
import { level, percent, type Level } from '../format'
import { t } from '../i18n'
import { Icon, type IconName } from './icon'

export type State = 'in_progress' | 'success' | 'partial_success' | 'failed'

export const Status = ({ of }: { of: string }) => <span class={`status ${of}`}>{t().status[(of === 'completed' ? 'success' : of) as State] ?? of}</span>

// Confidence shows a share as a number with its band, told by form and colour both.
export function Confidence({ of }: { of: number | null | undefined }) {
  const band: Level = level(of)
  if (band === 'none') return <span class="muted">—</span>
  return (
    <span class={`confidence ${band}`} title={`${t().doc.confidence}: ${percent(of)}`}>
      <i aria-hidden="true" />
      {percent(of)}
    </span>
  )
}

export function Trouble({ of, retry }: { of: unknown; retry?: () => void }) {
  const failure = of instanceof Failure ? of : null
  const text = failure?.message || (failure?.passing ? t().error.away : t().error.unexpected)
  return (
    <div class="trouble" role="alert">
      <Icon name="warning" />
      <p>
        {text}
        {failure && failure.status > 0 && <span class="muted"> ({t().error.code} {failure.status})</span>}
      </p>
      {retry && <button onClick={retry}>{t().error.retry}</button>}
    </div>
  )
}

export const Empty = ({ icon, children }: { icon: IconName; children: ComponentChildren }) => (
  <div class="empty">
    <Icon name={icon} size={36} />
    <p>{children}</p>
  </div>
)

export const Spinner = ({ text }: { text?: string }) => (
  <p class="spinner" role="status">
    <i aria-hidden="true" />
    {text ?? t().list.loading}
  </p>
)

export function CopyButton({ text, label }: { text: () => string; label?: string }) {
  const done = useSignal(false)
  return (
    <button
      class="quiet"
      onClick={async () => {
        await copy(text())
        done.value = true
        setTimeout(() => (done.value = false), 1500)
      }}
    >
      <Icon name={done.value ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">{done.value ? t().doc.copied : (label ?? t().doc.copy)}</span>
    </button>
  )
}

// copy works without the clipboard interface too, which pages by plain http do not have.
async function copy(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

export function save(name: string, kind: string, content: string | Blob) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

// csv writes rows so that spreadsheets read them as text: no cell begins a formula.
export function csv(rows: (string | number | null | undefined)[][]): string {
  const cell = (v: string | number | null | undefined) => {
    let text = v === null || v === undefined ? '' : String(v)
    if (typeof v === 'string' && /^[=+\-@\t\r]/.test(text)) text = "'" + text
    return /[";\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return '\ufeff' + rows.map((r) => r.map(cell).join(';')).join('\r\n') + '\r\n'
}
