import { useSignal } from '@preact/signals'
import { get, patiently, types, type RequestItem, type Schemas } from '../api/client'
import { Chart } from '../parts/chart'
import { useLoaded } from '../document/tabs'
import { count, duration, percent } from '../format'
import { t } from '../i18n'
import { Empty, Spinner, Trouble } from '../parts/bits'

const hour = 3600
const periods = { day: { seconds: 24 * hour, bucket: hour }, week: { seconds: 7 * 24 * hour, bucket: 6 * hour }, month: { seconds: 30 * 24 * hour, bucket: 24 * hour } } as const
type Period = keyof typeof periods

// most bounds what is looked at; the page says so where it bites.
const most = 5000

// DashboardPage sums up the account's documents of a period.
export function DashboardPage() {
  const period = useSignal<Period>('day')
  const { value, fault } = useLoaded((signal) => newest(periods[period.value].seconds, signal), period.value)
  return (
    <div class="page">
      <div class="head">
        <h1>{t().dash.title}</h1>
        <span class="spring" />
        <div class="chips" role="group" aria-label={t().dash.period}>
          {(Object.keys(periods) as Period[]).map((p) => (
            <button key={p} aria-pressed={period.value === p} onClick={() => (period.value = p)}>{t().dash[p]}</button>
          ))}
        </div>
      </div>
      {fault ? <Trouble of={fault} /> : !value ? <Spinner /> : value.length === 0 ? <Empty icon="dashboard">{t().dash.none}</Empty> : <Figures items={value} period={period.value} />}
    </div>
  )
}

async function newest(seconds: number, signal: AbortSignal): Promise<RequestItem[]> {
  const since = new Date(Date.now() - seconds * 1000).toISOString()
  const items: RequestItem[] = []
  for (let cursor: string | null = ''; cursor !== null && items.length < most; ) {
    const q = new URLSearchParams({ since, limit: '1000', ...(cursor ? { cursor } : {}) })
    const page: Schemas['RequestList'] = await patiently(() => get<Schemas['RequestList']>(`/extract?${q}`, signal), signal)
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

const states = ['success', 'partial_success', 'failed', 'in_progress'] as const

function Figures({ items, period }: { items: RequestItem[]; period: Period }) {
  const ended = items.filter((i) => i.completed_at)
  const times = ended.map((i) => Date.parse(i.completed_at!) - Date.parse(i.created_at)).sort((a, b) => a - b)
  const quantile = (q: number) => times[Math.min(times.length - 1, Math.ceil(q * times.length) - 1)]
  const scores = ended.map((i) => i.reliability_score).filter((s): s is number => s !== null)
  const by = (s: string) => items.filter((i) => i.status === s).length
  const kinds = new Map<string, number>()
  for (const i of items) kinds.set(i.document_type ?? '', (kinds.get(i.document_type ?? '') ?? 0) + 1)
  const ranked = [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 12)
  return (
    <>
      {items.length >= most && <p class="note">{count(most)} {t().list.shown}</p>}
      <dl class="figures big">
        <div><dt>{t().dash.documents}</dt><dd>{count(items.length)}</dd></div>
        <div><dt>{t().dash.pages}</dt><dd>{count(items.reduce((n, i) => n + (i.pages ?? 0), 0))}</dd></div>
        <div><dt>{t().dash.success}</dt><dd>{percent(ended.length ? by('success') / ended.length : null)}</dd></div>
        <div><dt>{t().dash.score}</dt><dd>{percent(scores.length ? scores.reduce((a, b) => a + b, 0) / scores.length / 100 : null)}</dd></div>
        <div><dt>{t().dash.median}</dt><dd>{duration(quantile(0.5))}</dd></div>
        <div><dt>{t().dash.p99}</dt><dd>{duration(quantile(0.99))}</dd></div>
      </dl>
      <section class="tile" aria-label={t().dash.volume}>
        <h2>{t().dash.volume} <span class="muted small">{period === 'month' ? t().dash.perDay : period === 'day' ? t().dash.perHour : '6 h'}</span></h2>
        <Volume items={items} period={period} />
      </section>
      <div class="tiles">
        <section class="tile"><h2>{t().dash.outcomes}</h2><Bars rows={states.map((s) => [t().status[s], by(s), s])} total={items.length} /></section>
        <section class="tile"><h2>{t().dash.types}</h2><Bars rows={ranked.map(([k, n]) => [types.value.get(k)?.title ?? (k || t().list.unknownType), n, ''])} total={items.length} /></section>
      </div>
    </>
  )
}

function Volume({ items, period }: { items: RequestItem[]; period: Period }) {
  const { seconds, bucket } = periods[period]
  const last = Math.floor(Date.now() / 1000 / bucket) * bucket
  const n = Math.ceil(seconds / bucket)
  const xs = Array.from({ length: n }, (_, i) => last - (n - 1 - i) * bucket)
  const series = states.map(() => new Array<number>(n).fill(0))
  for (const i of items) {
    const at = Math.floor((Math.floor(Date.parse(i.created_at) / 1000 / bucket) * bucket - xs[0]!) / bucket)
    const s = states.indexOf(i.status)
    if (at >= 0 && at < n && s >= 0) series[s]![at]!++
  }
  return <Chart xs={xs} series={states.map((s, i) => ({ name: t().status[s], values: series[i]!, color: `--${s.replace('_', '-')}` }))} label={t().dash.volume} />
}

function Bars({ rows, total }: { rows: [string, number, string][]; total: number }) {
  return (
    <ul class="bars">
      {rows.map(([name, n, kind]) => (
        <li key={name}>
          <span>{name}</span>
          <span class="bar-line" aria-hidden="true"><i class={kind} style={{ width: `${(n / Math.max(total, 1)) * 100}%` }} /></span>
          <b>{count(n)}</b>
        </li>
      ))}
    </ul>
  )
}
