import type { BoundingBox, DocumentType, Result, TypeField } from '../api/client'
import type { Scalar } from '../format'

// Leaf is one value of a result with all that is known of it.
export interface Leaf {
  path: string // fields.nome, fields.itens[2].ncm
  title: string
  kind: string
  value: Scalar
  confidence: number | null
  error: string | null
  box: BoundingBox | null
}

export interface Single {
  single: Leaf
}
export interface Table {
  title: string
  name: string
  columns: { name: string; title: string; kind: string }[]
  rows: Map<string, Leaf>[]
}
export type Entry = Single | Table

export const isTable = (e: Entry): e is Table => 'rows' in e

const spoken = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

// entriesOf puts a result in the order of its type, with titles, places and errors.
export function entriesOf(result: Result, type: DocumentType | undefined, boxes: Map<string, BoundingBox>, errors: Map<string, string>): Entry[] {
  const fields = result.fields as Record<string, { value: unknown; confidence_score: number | null; error: string | null }>
  const described = new Map((type?.fields ?? []).map((f) => [f.name, f]))
  const order = [...described.keys()].filter((n) => n in fields).concat(Object.keys(fields).filter((n) => !described.has(n)))
  const leaf = (path: string, about: TypeField | undefined, name: string, value: Scalar, confidence: number | null, error: string | null): Leaf => ({
    path, value, confidence, error: error ?? errors.get(path) ?? null, title: about?.title ?? spoken(name), kind: about?.kind ?? '', box: boxes.get(path) ?? null,
  })
  return order.map((name): Entry => {
    const field = fields[name]!
    const about = described.get(name)
    if (!Array.isArray(field.value)) return { single: leaf(`fields.${name}`, about, name, field.value as Scalar, field.confidence_score, field.error) }
    const rows = field.value as Record<string, unknown>[]
    const used = new Set(rows.flatMap((r) => Object.keys(r)))
    const known = new Map((about?.columns ?? []).map((c) => [c.name, c]))
    const columns = [...known.keys()].filter((c) => used.has(c)).concat([...used].filter((c) => !known.has(c)))
    return {
      name, title: about?.title ?? spoken(name), columns: columns.map((c) => ({ name: c, title: known.get(c)?.title ?? spoken(c), kind: known.get(c)?.kind ?? '' })),
      rows: rows.map((row, i) => new Map(columns.filter((c) => c in row).map((c) => [c, leaf(`fields.${name}[${i}].${c}`, known.get(c), c, row[c] as Scalar, field.confidence_score, null)]))),
    }
  })
}

export const leavesOf = (entries: Entry[]): Leaf[] => entries.flatMap((e) => (isTable(e) ? e.rows.flatMap((r) => [...r.values()]) : [e.single]))

// unreadOf are the single fields of the type that the result lacks.
export function unreadOf(result: Result, type: DocumentType | undefined): Leaf[] {
  const absent = (type?.fields ?? []).filter((f) => !(f.name in (result.fields as object)) && f.kind !== 'list' && !f.columns)
  return absent.map((f) => ({ path: `fields.${f.name}`, title: f.title, kind: f.kind, value: null, confidence: null, error: null, box: null }))
}
