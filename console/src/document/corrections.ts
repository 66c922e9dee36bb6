import { signal } from '@preact/signals'
import { get, patiently, request } from '../api/client'
import type { Scalar } from '../format'

export type Verdict = 'right' | 'corrected' | 'absent' | 'withdrawn'

export interface Correction {
  field_path: string
  verdict: Verdict
  value: Scalar
  corrected_at: string
}

// Corrections are what people said of the values of one document.
export class Corrections {
  of = signal(new Map<string, Correction>())

  constructor(private id: string) {}

  async load(abort: AbortSignal) {
    const record = await patiently(() => get<{ corrections: Correction[] }>(`/extract/${this.id}/corrections`, abort), abort)
    this.of.value = new Map([...record.corrections.map((c) => [c.field_path, c] as const), ...this.of.value])
  }

  async put(path: string, verdict: Verdict, value: Scalar) {
    await request(`/extract/${this.id}/corrections`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ corrections: [{ field_path: path, verdict, ...(verdict === 'corrected' ? { value } : {}) }] }),
    })
    const next = new Map(this.of.value)
    if (verdict === 'withdrawn') next.delete(path)
    else next.set(path, { field_path: path, verdict, value, corrected_at: new Date().toISOString() })
    this.of.value = next
  }
}
