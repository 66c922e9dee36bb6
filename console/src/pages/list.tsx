import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { get, patiently, types, type RequestItem, type Schemas } from '../api/client'
import { count, time } from '../format'
import { t } from '../i18n'
import { Confidence, Empty, Spinner, Status, Trouble } from '../parts/bits'
import { href } from '../router'

interface Filter {
  status: string
  type: string
  referenceId: string
  since: string
}

const states = ['in_progress', 'success', 'partial_success', 'failed'] as const

// ListPage lists the account's documents, newest first, more as one scrolls.
export function ListPage() {
  const filter = useSignal<Filter>({ status: '', type: '', referenceId: '', since: '' })
  const set = (values: Partial<Filter>) => (filter.value = { ...filter.value, ...values })
  return (
    <div class="page">
      <h1>{t().list.title}</h1>
      <div class="filters" role="search">
        <label>
          {t().list.status}
          <select value={filter.value.status} onChange={(e) => set({ status: e.currentTarget.value })}>
            <option value="">{t().list.all}</option>
            {states.map((s) => <option key={s} value={s}>{t().status[s]}</option>)}
          </select>
        </label>
        <label>
          {t().list.type}
          <select value={filter.value.type} onChange={(e) => set({ type: e.currentTarget.value })}>
            <option value="">{t().list.all}</option>
            {[...types.value.values()].map((d) => <option key={d.document_type} value={d.document_type}>{d.title}</option>)}
          </select>
        </label>
        <label>
          {t().list.reference}
          <input value={filter.value.referenceId} onChange={(e) => set({ referenceId: e.currentTarget.value.trim() })} />
        </label>
        <label>
          {t().list.since}
          <input type="date" value={filter.value.since} onChange={(e) => set({ since: e.currentTarget.value })} />
        </label>
      </div>
      <Requests key={JSON.stringify(filter.value)} filter={filter.value} />
    </div>
  )
}

const perPage = 200
const ahead = 1200 // pixels before the end at which the next page is asked for

function Requests({ filter }: { filter: Filter }) {
  const items = useSignal<RequestItem[]>([])
  const cursor = useSignal<string | null>('')
  const busy = useSignal(false)
  const fault = useSignal<unknown>(null)
  const end = useRef<HTMLDivElement>(null)
  const watch = useRef<IntersectionObserver | null>(null)
  const gone = useRef(new AbortController())
  const more = async () => {
    if (busy.value || cursor.value === null) return
    busy.value = true
    fault.value = null
    try {
      const page = await patiently(() => get<Schemas['RequestList']>(`/extract?${ask(filter, cursor.value!)}`, gone.current.signal), gone.current.signal)
      const had = new Set(items.value.map((i) => i.request_id))
      items.value = [...items.value, ...page.items.filter((i) => !had.has(i.request_id))]
      cursor.value = page.next_cursor
    } catch (e) {
      if (!gone.current.signal.aborted) fault.value = e
    }
    busy.value = false
    // The watcher tells changes only; looked at anew, it says where the end is now.
    watch.current?.unobserve(end.current!)
    watch.current?.observe(end.current!)
  }
  useEffect(() => {
    watch.current = new IntersectionObserver((seen) => seen.some((e) => e.isIntersecting) && !fault.value && void more(), { rootMargin: `${ahead}px` })
    watch.current.observe(end.current!)
    return () => {
      watch.current!.disconnect()
      watch.current = null
      gone.current.abort()
    }
  }, [])
  const filtered = Object.values(filter).some(Boolean)
  return (
    <>
      {items.value.length > 0 && (
        <div class="table" tabIndex={0} role="region" aria-label={t().list.title}>
          <table class="requests">
            <thead>
              <tr>
                <th scope="col">{t().list.file}</th>
                <th scope="col">{t().list.type}</th>
                <th scope="col">{t().list.status}</th>
                <th scope="col" class="number">{t().list.score}</th>
                <th scope="col" class="number wide-only">{t().list.pages}</th>
                <th scope="col" class="wide-only">{t().list.created}</th>
              </tr>
            </thead>
            <tbody>
              {items.value.map((i) => (
                <tr key={i.request_id}>
                  <td class="file">
                    <a href={href('documentos', i.request_id)}>{i.filename || i.request_id}</a>
                    {i.reference_id && <span class="muted small">{i.reference_id}</span>}
                  </td>
                  <td>{types.value.get(i.document_type ?? '')?.title ?? i.document_type ?? <span class="muted">{t().list.unknownType}</span>}</td>
                  <td><Status of={i.status} /></td>
                  <td class="number"><Confidence of={i.reliability_score === null ? null : i.reliability_score / 100} /></td>
                  <td class="number wide-only">{i.pages ?? '—'}</td>
                  <td class="wide-only nowrap">{time(i.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {fault.value !== null && <Trouble of={fault.value} retry={more} />}
      {busy.value && <Spinner />}
      {!busy.value && !fault.value && items.value.length === 0 && cursor.value === null && <Empty icon="documents">{filtered ? t().list.empty : t().list.first}</Empty>}
      <p class="muted small centered" role="status">
        {items.value.length > 0 && `${count(items.value.length)} ${t().list.shown}`}
        {items.value.length > 0 && cursor.value === null && ` · ${t().list.end}`}
      </p>
      <div ref={end} />
    </>
  )
}

function ask(filter: Filter, cursor: string): URLSearchParams {
  const q = new URLSearchParams({ limit: String(perPage) })
  for (const [name, value] of Object.entries(filter)) if (value) q.set(name, value)
  if (cursor) q.set('cursor', cursor)
  return q
}
