import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { get, patiently, types, type Schemas } from '../api/client'
import { count, duration, percent } from '../format'
import { t } from '../i18n'
import { useRefreshed } from '../loaded'
import { Empty, Spinner, Trouble } from '../parts/bits'
import { Chart } from '../parts/chart'

const hour = 3600
// Buckets are whole numbers of what the service groups by: hours, or days of UTC.
const periods = { day: { seconds: 24 * hour, bucket: hour, by: 'hour' }, week: { seconds: 7 * 24 * hour, bucket: 6 * hour, by: 'hour' }, month: { seconds: 30 * 24 * hour, bucket: 24 * hour, by: 'day' } } as const
type Period = keyof typeof periods

const refresh = 30_000 // milliseconds

// DashboardPage sums up the account's documents of a period; the service counts.
export function DashboardPage() {
  const period = useSignal<Period>('day')
  const { value, fault } = useRefreshed((signal) => load(period.value, signal), refresh, period.value)
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
      {fault ? <Trouble of={fault} /> : !value || value.period !== period.value ? <Spinner /> : value.volumes.documents ? <Figures of={value} /> : <Empty icon="dashboard">{t().dash.none}</Empty>}
    </div>
  )
}

type Numbers = Record<string, number>
type Row = { key: string; n: Numbers }

interface Analyses {
  period: Period
  xs: number[] // begin of each bucket, in seconds
  volumes: Numbers
  outcomes: Row[] // a row a bucket
  latencies: Row[]
  latency: Numbers
  kinds: Row[]
  problems: Row[]
  backlog: Row[]
  callbacks: Numbers
  hosts: Row[]
}

async function load(period: Period, signal: AbortSignal): Promise<Analyses> {
  const { seconds, bucket, by } = periods[period]
  const last = Math.floor(Date.now() / 1000 / bucket) * bucket
  const xs = Array.from({ length: Math.ceil(seconds / bucket) }, (_, i) => last - (Math.ceil(seconds / bucket) - 1 - i) * bucket)
  const since = new Date(xs[0]! * 1000).toISOString()
  const ask = async (analysis: string, by?: string): Promise<Row[]> => {
    const q = new URLSearchParams({ since, ...(by ? { by } : {}) })
    const { items } = await patiently(() => get<Schemas['Analytics']>(`/analytics/${analysis}?${q}`, signal), signal)
    return items.map(({ key, ...n }) => ({ key: String(key), n: n as Numbers }))
  }
  const [volumes, outcomes, latencies, latency, kinds, problems, backlog, callbacks, hosts] = await Promise.all([
    ask('volumes', 'total'), ask('outcomes', by), ask('latency', by), ask('latency', 'total'), ask('volumes', 'type'), ask('problems'), ask('backlog'), ask('callbacks', 'total'), ask('callbacks', 'host'),
  ])
  return { period, xs, outcomes, latencies, kinds, problems, backlog, hosts, volumes: volumes[0]?.n ?? {}, latency: latency[0]?.n ?? {}, callbacks: callbacks[0]?.n ?? {} }
}

const states = ['success', 'partial_success', 'failed', 'in_progress'] as const
const quantiles = { p50_ms: '--success', p95_ms: '--partial-success', p99_ms: '--failed' } as const
const shown = 10 // rows of a list of bars

function Figures({ of }: { of: Analyses }) {
  const { xs, outcomes, latencies, period } = of
  const { bucket } = periods[period]
  const volume = useMemo(() => states.map((s) => ({ name: t().status[s], color: `--${s.replace('_', '-')}`, values: spread(xs, bucket, outcomes, s, (a, b) => a + b).map((v) => v ?? 0) })), [of, t()])
  // A quantile of a longer time is not made of quantiles; the worst hour stands for the bucket.
  const times = useMemo(() => Object.entries(quantiles).map(([q, color]) => ({ name: t().dash[q as keyof typeof quantiles], color, values: spread(xs, bucket, latencies, q, Math.max).map((ms) => (ms === null ? null : ms / 1000)) })), [of, t()])
  const by = (s: string) => outcomes.reduce((sum, row) => sum + row.n[s]!, 0)
  const ended = by('success') + by('partial_success') + by('failed')
  const oldest = Math.max(0, ...of.backlog.map((r) => r.n.oldest_ms!))
  const per = period === 'month' ? t().dash.perDay : period === 'week' ? t().dash.perSix : t().dash.perHour
  return (
    <>
      <dl class="figures big">
        <div><dt>{t().dash.documents}</dt><dd>{count(of.volumes.documents ?? 0)}</dd></div>
        <div><dt>{t().dash.pages}</dt><dd>{count(of.volumes.pages ?? 0)}</dd></div>
        <div><dt>{t().dash.success}</dt><dd>{percent(ended ? by('success') / ended : null)}</dd></div>
        <div><dt>{t().dash.p50_ms}</dt><dd>{duration(of.latency.p50_ms)}</dd></div>
        <div><dt>{t().dash.p99_ms}</dt><dd>{duration(of.latency.p99_ms)}</dd></div>
        <div><dt>{t().dash.inProgress}</dt><dd>{count(by('in_progress'))}</dd>{oldest > 0 && <dd class="aside">{t().dash.oldest} {duration(oldest)}</dd>}</div>
      </dl>
      <section class="tile" aria-label={t().dash.volume}>
        <h2>{t().dash.volume} <span class="muted small">{per}</span></h2>
        <Chart xs={xs} series={volume} label={t().dash.volume} />
      </section>
      <div class="tiles">
        <section class="tile" aria-label={t().dash.latency}>
          <h2>{t().dash.latency} <span class="muted small">{t().dash.seconds}, {per}</span></h2>
          <Chart xs={xs} series={times} label={t().dash.latency} lines />
        </section>
        <section class="tile"><h2>{t().dash.outcomes}</h2><Bars rows={states.map((s) => [t().status[s], by(s), s])} /></section>
        <section class="tile"><h2>{t().dash.types}</h2><Bars rows={of.kinds.sort((a, b) => b.n.documents! - a.n.documents!).map((r) => [title(r.key), r.n.documents!, ''])} /></section>
        <section class="tile"><h2>{t().dash.problems}</h2><Problems rows={of.problems} /></section>
        <section class="tile"><h2>{t().dash.callbacks}</h2><Callbacks of={of} /></section>
        <section class="tile"><h2>{t().dash.backlog}</h2><Backlog rows={of.backlog} /></section>
      </div>
    </>
  )
}

const title = (type: string) => types.value.get(type)?.title ?? (type || t().list.unknownType)

// spread puts a number of each row into the bucket of its time; null where there is none.
function spread(xs: number[], bucket: number, rows: Row[], number: string, join: (a: number, b: number) => number): (number | null)[] {
  const values = new Array<number | null>(xs.length).fill(null)
  for (const row of rows) {
    const at = Math.floor((Date.parse(row.key) / 1000 - xs[0]!) / bucket)
    if (at >= 0 && at < xs.length) values[at] = values[at] === null ? row.n[number]! : join(values[at]!, row.n[number]!)
  }
  return values
}

function Bars({ rows }: { rows: [string, number, string][] }) {
  const whole = Math.max(1, ...rows.map(([, n]) => n))
  return (
    <ul class="bars">
      {rows.slice(0, shown).map(([name, n, kind]) => (
        <li key={name}>
          <span>{name}</span>
          <span class="bar-line" aria-hidden="true"><i class={kind} style={{ width: `${(n / whole) * 100}%` }} /></span>
          <b>{count(n)}</b>
        </li>
      ))}
    </ul>
  )
}

function Problems({ rows }: { rows: Row[] }) {
  if (rows.length === 0) return <p class="muted">{t().dash.noProblems}</p>
  return (
    <div class="table" tabIndex={0} role="region" aria-label={t().dash.problems}>
      <table>
        <thead><tr><th scope="col">{t().ops.field}</th><th scope="col" class="number">{t().dash.missing}</th><th scope="col" class="number">{t().dash.invalid}</th></tr></thead>
        <tbody>
          {rows.slice(0, shown).map(({ key, n }) => {
            const [type, field] = key.split('.') as [string, string]
            return <tr key={key}><td>{types.value.get(type)?.fields.find((f) => f.name === field)?.title ?? field}<br /><span class="muted small">{title(type)}</span></td><td class="number">{count(n.missing!)}</td><td class="number">{count(n.invalid!)}</td></tr>
          })}
        </tbody>
      </table>
    </div>
  )
}

function Callbacks({ of }: { of: Analyses }) {
  if (of.hosts.length === 0) return <p class="muted">{t().dash.noCallbacks}</p>
  const rows: [string, number, string][] = [[t().doc.outcome.delivered, of.callbacks.delivered!, 'success'], [t().doc.outcome.pending, of.callbacks.pending!, 'in_progress'], [t().doc.outcome.exhausted, of.callbacks.exhausted!, 'failed']]
  return (
    <>
      <Bars rows={rows} />
      <div class="table" tabIndex={0} role="region" aria-label={t().doc.host}>
        <table>
          <thead><tr><th scope="col">{t().doc.host}</th><th scope="col" class="number">{t().doc.outcome.delivered}</th><th scope="col" class="number">{t().doc.outcome.exhausted}</th></tr></thead>
          <tbody>{[...of.hosts].sort((a, b) => b.n.exhausted! - a.n.exhausted! || b.n.deliveries! - a.n.deliveries!).slice(0, shown).map(({ key, n }) => <tr key={key}><td>{key}</td><td class="number">{count(n.delivered!)}</td><td class="number">{count(n.exhausted!)}</td></tr>)}</tbody>
        </table>
      </div>
    </>
  )
}

function Backlog({ rows }: { rows: Row[] }) {
  if (rows.length === 0) return <p class="muted">{t().dash.noBacklog}</p>
  return (
    <div class="table" tabIndex={0} role="region" aria-label={t().dash.backlog}>
      <table>
        <thead><tr><th scope="col">{t().list.step}</th><th scope="col" class="number">{t().dash.documents}</th><th scope="col" class="number">{t().dash.oldest}</th></tr></thead>
        <tbody>{rows.map(({ key, n }) => <tr key={key}><td>{t().steps[key as keyof ReturnType<typeof t>['steps']] ?? key}</td><td class="number">{count(n.documents!)}</td><td class="number">{duration(n.oldest_ms)}</td></tr>)}</tbody>
      </table>
    </div>
  )
}
