import { useSignal } from '@preact/signals'
import { get, request, types, type Schemas } from '../api/client'
import { count, time } from '../format'
import { t } from '../i18n'
import { useRefreshed } from '../loaded'
import { Empty, Spinner, Trouble } from '../parts/bits'

type Letter = Schemas['Letter']
type Count = Schemas['LetterCount']
type Settle = 'replay' | 'discard'

const kinds = ['dead', 'parked', 'callback'] as const

// Letters are the records that nobody could finish: why, and what to do with them.
export function Letters() {
  const kind = useSignal<'' | (typeof kinds)[number]>('')
  const state = useSignal<'open' | 'all'>('open')
  const round = useSignal(0) // asked again after each change
  const q = new URLSearchParams({ state: state.value, limit: '200', ...(kind.value ? { kind: kind.value } : {}) })
  const { value, fault } = useRefreshed((signal) => get<Schemas['Letters']>(`/admin/letters?${q}`, signal), 10_000, `${q} ${round.value}`)
  const again = () => round.value++
  return (
    <section aria-labelledby="letters">
      <div class="head">
        <h2 id="letters">{t().letters.title}</h2>
        <span class="spring" />
        <div class="chips" role="group" aria-label={t().letters.kind}>
          <button aria-pressed={kind.value === ''} onClick={() => (kind.value = '')}>{t().list.all}</button>
          {kinds.map((k) => <button key={k} aria-pressed={kind.value === k} onClick={() => (kind.value = k)}>{t().letters.kinds[k]}</button>)}
          <button aria-pressed={state.value === 'all'} onClick={() => (state.value = state.value === 'all' ? 'open' : 'all')}>{t().letters.settledToo}</button>
        </div>
      </div>
      <p class="muted">{t().letters.lead}</p>
      {fault ? <Trouble of={fault} retry={again} /> : !value ? <Spinner /> : value.total === 0 ? <Empty icon="check">{t().letters.none}</Empty> : (
        <>
          {state.value === 'open' && <Reasons counts={value.counts} onDone={again} />}
          <ul class="letters">{value.items.map((l) => <One key={l.letter_id + l.state} letter={l} onDone={again} />)}</ul>
          {value.total > value.items.length && <p class="muted">{count(value.items.length)} {t().doc.of} {count(value.total)}</p>}
        </>
      )}
    </section>
  )
}

// Reasons counts what failed alike; each can be settled as one, after a look at how many there are.
function Reasons({ counts, onDone }: { counts: Count[]; onDone: () => void }) {
  return (
    <div class="table" tabIndex={0} role="region" aria-label={t().letters.reasons}>
      <table>
        <thead><tr><th scope="col">{t().letters.reason}</th><th scope="col">{t().letters.stage}</th><th scope="col" class="number">{t().letters.letters}</th><th scope="col">{t().letters.last}</th><th scope="col"><span class="hidden">{t().letters.settle}</span></th></tr></thead>
        <tbody>{counts.map((c) => <Reason key={c.kind + c.stage + c.class + c.reason} of={c} onDone={onDone} />)}</tbody>
      </table>
    </div>
  )
}

function Reason({ of, onDone }: { of: Count; onDone: () => void }) {
  const said = useSignal('')
  // A class of a stage is what the service can choose by; reasons are shown without their numbers.
  const choice = { kind: of.kind, stage: of.stage, class: of.class }
  const settle = async (how: Settle) => {
    const ask = (dryRun: boolean) => post<Schemas['LetterRoundResult']>(`/admin/letters/${how}`, { ...choice, dryRun })
    try {
      const { matched } = await ask(true)
      if (!confirm(`${t().letters[how]}: ${count(matched)} (${of.stage} · ${of.class})?`)) return
      for (;;) {
        const done = await ask(false)
        said.value = `${count(done.done)} ${t().letters.settled}, ${count(done.remaining)} ${t().letters.left}`
        if (done.remaining === 0 || done.done === 0) break
      }
      onDone()
    } catch (e) {
      said.value = e instanceof Error && e.message ? e.message : t().error.away
    }
  }
  return (
    <tr>
      <td>{of.reason}</td>
      <td>{of.stage} <span class="muted small">{t().letters.kinds[of.kind]} · {of.class}</span></td>
      <td class="number">{count(of.letters)}</td>
      <td>{time(of.last_at)}</td>
      <td><Settling onSettle={settle} said={said.value} all /></td>
    </tr>
  )
}

function One({ letter, onDone }: { letter: Letter; onDone: () => void }) {
  const said = useSignal('')
  const settle = async (how: Settle) => {
    if (how === 'discard' && !confirm(`${t().letters.discard}: ${letter.letter_id}?`)) return
    try {
      await post(`/admin/letters/${encodeURIComponent(letter.letter_id)}/${how}`)
      onDone()
    } catch (e) {
      said.value = e instanceof Error && e.message ? e.message : t().error.away
    }
  }
  const facts: [string, string | number | null][] = [
    [t().letters.request, letter.request_id], [t().letters.account, letter.account], [t().list.type, letter.document_type && (types.value.get(letter.document_type)?.title ?? letter.document_type)],
    [t().letters.from, letter.from && `${letter.from.topic} · ${letter.from.partition} · ${letter.from.offset}`], [t().letters.attempts, letter.attempts], [t().letters.replays, letter.replays || null],
    [t().letters.first, letter.first_failure_at && time(letter.first_failure_at)], [t().ops.version, letter.build], [t().letters.settledAt, letter.settled_at && `${time(letter.settled_at)} · ${letter.settled_by ?? ''}`],
  ]
  return (
    <li>
      <details>
        <summary>
          <span class={`status ${letter.state === 'open' ? 'failed' : ''}`}>{letter.state === 'open' ? t().letters.kinds[letter.kind] : t().letters.states[letter.state]}</span>
          <strong>{letter.reason}</strong>
          <span class="muted small">{letter.stage} · {time(letter.at)} · {letter.letter_id}</span>
        </summary>
        <dl class="facts">{facts.filter(([, v]) => v !== null && v !== '').map(([name, v]) => <div key={name}><dt>{name}</dt><dd>{v}</dd></div>)}</dl>
        {letter.state === 'open' && <Settling onSettle={settle} said={said.value} />}
      </details>
    </li>
  )
}

function Settling({ onSettle, said, all = false }: { onSettle: (how: Settle) => Promise<void>; said: string; all?: boolean }) {
  const busy = useSignal(false)
  const settle = async (how: Settle) => {
    busy.value = true
    await onSettle(how)
    busy.value = false
  }
  return (
    <div class="actions">
      <button class="small" disabled={busy.value} onClick={() => settle('replay')}>{all ? t().letters.replayAll : t().letters.replay}</button>
      <button class="small" disabled={busy.value} onClick={() => settle('discard')}>{all ? t().letters.discardAll : t().letters.discard}</button>
      <span class="small" role="status">{said}</span>
    </div>
  )
}

async function post<T>(path: string, body?: unknown): Promise<T> {
  return (await request(path, { method: 'POST', ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}) })).json() as Promise<T>
}
