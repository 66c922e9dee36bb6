// PageMap is a projective map by rows, between fractions of two views of a page.
export type PageMap = readonly number[]
export const identity: PageMap = [1, 0, 0, 0, 1, 0, 0, 0, 1]

export function parseMap(header: string | null): PageMap {
  const m = (header ?? '').split(',').map(Number)
  return m.length === 9 && m.every(Number.isFinite) ? m : identity
}

export function inverse(m: PageMap): PageMap {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number]
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (Math.abs(det) < 1e-12) return identity
  return [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d].map((v) => v / det)
}

export function apply(m: PageMap, x: number, y: number): [number, number] {
  const w = m[6]! * x + m[7]! * y + m[8]!
  return [(m[0]! * x + m[1]! * y + m[2]!) / w, (m[3]! * x + m[4]! * y + m[5]!) / w]
}
