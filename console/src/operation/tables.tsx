import type { ComponentChildren } from 'preact'
import { get, type Schemas } from '../api/client'
import { count, duration, time } from '../format'
import { t } from '../i18n'
import { useLoaded, useRefreshed } from '../loaded'
import { Empty, Spinner, Trouble } from '../parts/bits'

const often = 10_000 // milliseconds

// Queues says how far each group of readers is behind, over all it reads.
export function Queues() {
  const { value, fault } = useRefreshed((signal) => get<Schemas['Queues']>('/admin/queues', signal), often)
  const groups = new Map<string, { records: number; oldest: number }>()
  for (const q of value?.items ?? []) {
    const g = groups.get(q.group) ?? { records: 0, oldest: Infinity }
    groups.set(q.group, { records: g.records + q.records, oldest: Math.min(g.oldest, q.oldest_at ? Date.parse(q.oldest_at) : Infinity) })
  }
  return (
    <Section title={t().queues.title} fault={fault} ready={!!value} empty={groups.size ? '' : t().queues.none}>
      <Table label={t().queues.title} columns={[[t().queues.group], [t().queues.records, true], [t().queues.oldest, true]]}>
        {[...groups].map(([group, g]) => (
          <tr key={group}><td>{group}</td><td class="number">{count(g.records)}</td><td class="number">{g.oldest < Infinity ? duration(Math.max(0, Date.now() - g.oldest)) : '—'}</td></tr>
        ))}
      </Table>
    </Section>
  )
}

// Endpoints says how the callbacks to each host fare.
export function Endpoints() {
  const { value, fault } = useRefreshed((signal) => get<Schemas['Endpoints']>('/admin/endpoints', signal), often)
  return (
    <Section title={t().endpoints.title} fault={fault} ready={!!value} empty={value?.items.length ? '' : t().endpoints.none}>
      <Table label={t().endpoints.title} columns={[[t().doc.host], [t().letters.account], [t().list.status], [t().doc.outcome.delivered, true], [t().doc.outcome.failed, true], [t().doc.outcome.exhausted, true], ['p50', true], ['p99', true], [t().endpoints.last]]}>
        {value?.items.map((e) => (
          <tr key={e.host + e.account}>
            <td>{e.host}</td><td>{e.account}</td><td><span class={`status ${endpointState[e.state]}`}>{t().endpoints.states[e.state]}</span></td>
            <td class="number">{count(e.delivered)}</td><td class="number">{count(e.failed)}</td><td class="number">{count(e.exhausted)}</td>
            <td class="number">{duration(e.p50_ms)}</td><td class="number">{duration(e.p99_ms)}</td>
            <td>{time(e.last_at)} <span class="muted small">{[e.last_status_code, e.last_error].filter(Boolean).join(' · ')}</span></td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

const endpointState = { ok: 'success', failing: 'partial_success', down: 'failed' } as const

// Accounts lists accounts with their keys, of which nothing but a hint is known.
export function Accounts() {
  const { value, fault } = useLoaded((signal) => get<Schemas['Accounts']>('/admin/accounts', signal), '')
  return (
    <Section title={t().accounts.title} fault={fault} ready={!!value} empty="">
      <Table label={t().accounts.title} columns={[[t().letters.account], [t().list.status], [t().list.created], [t().accounts.keys]]}>
        {value?.items.map((a) => (
          <tr key={a.account}>
            <td>{a.account}</td><td><span class={`status ${a.active ? 'success' : ''}`}>{a.active ? t().accounts.active : t().accounts.inactive}</span></td><td>{time(a.created_at)}</td>
            <td>{a.keys.map((k) => <div key={k.key_id}><code>{k.key_id}</code> {k.hint && <span class="muted">…{k.hint}</span>} <span class="muted small">{k.revoked_at ? `${t().accounts.revoked} ${time(k.revoked_at)}` : time(k.created_at)}</span></div>)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

function Section({ title, fault, ready, empty, children }: { title: string; fault: unknown; ready: boolean; empty: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {fault ? <Trouble of={fault} /> : !ready ? <Spinner /> : empty ? <Empty icon="check">{empty}</Empty> : children}
    </section>
  )
}

function Table({ label, columns, children }: { label: string; columns: [string, boolean?][]; children: ComponentChildren }) {
  return (
    <div class="table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead><tr>{columns.map(([name, number]) => <th key={name} scope="col" class={number ? 'number' : ''}>{name}</th>)}</tr></thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
