import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Failure, get, patiently, types, wait, type Batch, type Result, type Schemas, type StatusRecord } from '../api/client'
import { count, time } from '../format'
import { t } from '../i18n'
import { csv, Empty, save, Spinner, Status, Trouble } from '../parts/bits'
import { Icon } from '../parts/icon'
import { useLoaded } from '../loaded'
import { entriesOf, leavesOf } from '../document/leaves'
import { go, href } from '../router'

type Item = Batch['items'][number]

// BatchesPage opens a batch by what names it, or one of the last.
export function BatchesPage() {
  const name = useSignal('')
  const fault = useSignal<unknown>(null)
  const { value: recent } = useLoaded((signal) => get<Schemas['RequestList']>('/extract?limit=500', signal), 'recent')
  const open = async (e: Event) => {
    e.preventDefault()
    fault.value = null
    const text = name.value.trim()
    const by = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text) ? 'batchId' : 'referenceId'
    try {
      const batch = await get<Batch>(`/extract/batch?${new URLSearchParams({ [by]: text, limit: '1' })}`)
      go('lotes', batch.batch_id)
    } catch (f) {
      fault.value = f instanceof Failure && f.status === 404 ? new Failure(0, t().batch.notFound) : f
    }
  }
  const groups = new Map<string, { n: number; at: string; reference: string | null }>()
  for (const i of recent?.items ?? []) {
    if (!i.batch_id) continue
    const g = groups.get(i.batch_id)
    groups.set(i.batch_id, { n: (g?.n ?? 0) + 1, at: i.created_at, reference: i.reference_id })
  }
  return (
    <div class="page narrow">
      <h1>{t().batch.title}</h1>
      <form class="with-button opener" onSubmit={open}>
        <label>
          {t().batch.lead}
          <input value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} required />
        </label>
        <button class="primary">{t().batch.open}</button>
      </form>
      {fault.value !== null && <Trouble of={fault.value} />}
      <h2>{t().batch.recent}</h2>
      {!recent && <Spinner />}
      {recent && groups.size === 0 && <Empty icon="batches">{t().batch.none}</Empty>}
      <ul class="cards">
        {[...groups].map(([id, g]) => (
          <li key={id}>
            <a class="card-link" href={href('lotes', id)}>
              <Icon name="batches" />
              <span>
                <strong>{g.reference ?? id.slice(0, 13) + '…'}</strong>
                <span class="muted small">{time(g.at)}</span>
              </span>
              <span class="spring" />
              <span class="muted">{count(g.n)} {t().batch.documents}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

// BatchPage follows a batch to its end.
export function BatchPage({ id }: { id: string }) {
  const batch = useSignal<Batch | null>(null)
  const fault = useSignal<unknown>(null)
  const filter = useSignal('')
  useEffect(() => {
    const gone = new AbortController()
    follow(id, (b) => (batch.value = b), gone.signal).catch((e) => gone.signal.aborted || (fault.value = e))
    return () => gone.abort()
  }, [id])
  if (fault.value !== null) return <div class="page"><Trouble of={fault.value instanceof Failure && fault.value.status === 404 ? new Failure(0, t().batch.notFound) : fault.value} /></div>
  const b = batch.value
  if (!b) return <div class="page"><Spinner /></div>
  const done = b.total - b.in_progress
  const shown = filter.value ? b.items.filter((i) => i.status === filter.value) : b.items
  return (
    <div class="page">
      <div class="head">
        <a class="back" href={href('lotes')} aria-label={t().batch.title}><Icon name="back" /></a>
        <h1>{b.reference_id ?? `${t().send.batch} ${id.slice(0, 8)}`}</h1>
        <Status of={b.status} />
        <span class="spring" />
        <Export batch={b} />
      </div>
      <p class="muted small">{t().batch.created} {time(b.created_at)}{b.completed_at && ` · ${t().batch.finished} ${time(b.completed_at)}`}</p>
      <div class="progress" role="progressbar" aria-valuenow={done} aria-valuemin={0} aria-valuemax={b.total} aria-label={`${done} / ${b.total} ${t().batch.done}`}>
        {(['success', 'partial_success', 'failed'] as const).map((s) => <i key={s} class={s} style={{ width: `${(b[s] / b.total) * 100}%` }} />)}
      </div>
      <div class="chips" role="group" aria-label={t().batch.filter}>
        <button aria-pressed={filter.value === ''} onClick={() => (filter.value = '')}>{t().list.all} <b>{count(b.total)}</b></button>
        {(['in_progress', 'success', 'partial_success', 'failed'] as const).map((s) => (
          <button key={s} class={s} aria-pressed={filter.value === s} onClick={() => (filter.value = s)}>{t().status[s]} <b>{count(b[s])}</b></button>
        ))}
      </div>
      <div class="table" tabIndex={0} role="region" aria-label={t().batch.documents}>
        <table class="requests">
          <thead><tr><th scope="col">{t().list.file}</th><th scope="col">{t().list.type}</th><th scope="col">{t().list.status}</th><th scope="col" class="wide-only">{t().list.step}</th></tr></thead>
          <tbody>
            {shown.map((i) => (
              <tr key={i.request_id}>
                <td class="file"><a href={href('documentos', i.request_id)}>{i.filename || i.request_id}</a></td>
                <td>{types.value.get(i.document_type ?? '')?.title ?? i.document_type ?? <span class="muted">{t().list.unknownType}</span>}</td>
                <td><Status of={i.status} /></td>
                <td class="wide-only">{t().steps[i.current_step]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

async function follow(id: string, show: (b: Batch) => void, signal: AbortSignal) {
  for (let round = 0; ; round++) {
    const whole = await all(id, signal)
    show(whole)
    if (whole.status !== 'in_progress') return
    await wait(Math.min(700 * 1.2 ** round, 5000), signal)
  }
}

// all puts the pages of a batch together.
async function all(id: string, signal: AbortSignal): Promise<Batch> {
  const items: Item[] = []
  for (let cursor = ''; ; ) {
    const q = new URLSearchParams({ batchId: id, limit: '1000', ...(cursor ? { cursor } : {}) })
    const page = await patiently(() => get<Batch>(`/extract/batch?${q}`, signal), signal)
    items.push(...page.items)
    if (!page.next_cursor) return { ...page, items }
    cursor = page.next_cursor
  }
}

function Export({ batch }: { batch: Batch }) {
  const busy = useSignal('')
  const results = async function* () {
    let n = 0
    for (const item of batch.items) {
      busy.value = `${t().batch.exporting} ${++n} / ${batch.items.length}`
      yield { item, record: await patiently(() => get<StatusRecord>(`/extract/${item.request_id}`)) }
    }
    busy.value = ''
  }
  const items = () => save(`lote-${batch.batch_id}.csv`, 'text/csv', csv([['request_id', 'filename', 'document_type', 'status', 'processed_at'], ...batch.items.map((i) => [i.request_id, i.filename, i.document_type, i.status, i.processed_at])]))
  const values = async () => {
    const rows: (string | number | null)[][] = [['request_id', 'filename', 'document_type', 'path', 'title', 'value', 'confidence', 'error']]
    for await (const { item, record } of results()) {
      if (!record.payload || !('fields' in record.payload)) continue
      const result = record.payload as Result
      const errors = new Map(record.validation_errors.map((e) => [e.field, e.error]))
      for (const l of leavesOf(entriesOf(result, types.value.get(result.document_type ?? ''), new Map(), errors)))
        rows.push([item.request_id, item.filename, result.document_type, l.path, l.title, typeof l.value === 'boolean' ? String(l.value) : l.value, l.confidence, l.error])
    }
    save(`lote-${batch.batch_id}-valores.csv`, 'text/csv', csv(rows))
  }
  const lines = async () => {
    let text = ''
    for await (const { record } of results()) text += JSON.stringify(record) + '\n'
    save(`lote-${batch.batch_id}.jsonl`, 'application/jsonl', text)
  }
  if (busy.value) return <span class="muted" role="status">{busy.value}</span>
  return (
    <div class="actions" role="group" aria-label={t().batch.export}>
      <button onClick={items}><Icon name="download" size={16} /> {t().batch.csv}</button>
      <button onClick={values}>{t().batch.values}</button>
      <button onClick={lines}>{t().batch.jsonl}</button>
    </div>
  )
}
