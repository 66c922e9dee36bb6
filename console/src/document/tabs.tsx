import { get, request, type StatusRecord, type Timeline } from '../api/client'
import { duration, time } from '../format'
import { t } from '../i18n'
import { useLoaded } from '../loaded'
import { CopyButton, Empty, save, Spinner, Trouble } from '../parts/bits'
import { Icon } from '../parts/icon'
import { Markdown } from './markdown'

export function TextTab({ id, name }: { id: string; name: string }) {
  const { value, fault } = useLoaded(async (signal) => {
    const answer = await request(`/extract/${id}/markdown`, { signal })
    return ((await answer.json()) as { markdown?: string }).markdown ?? ''
  }, id)
  if (fault) return <Trouble of={fault} />
  if (value === undefined) return <Spinner />
  if (!value) return <Empty icon="documents">{t().doc.noText}</Empty>
  return (
    <div>
      <div class="tab-tools">
        <CopyButton text={() => value} />
        <button class="quiet" onClick={() => save(`${name}.md`, 'text/markdown', value)}>
          <Icon name="download" size={16} /> {t().doc.download}
        </button>
      </div>
      <Markdown text={value} />
    </div>
  )
}

export function JsonTab({ record, name }: { record: StatusRecord; name: string }) {
  const text = JSON.stringify(record, null, 2)
  return (
    <div>
      <div class="tab-tools">
        <CopyButton text={() => text} />
        <button class="quiet" onClick={() => save(`${name}.json`, 'application/json', text)}>
          <Icon name="download" size={16} /> {t().doc.download}
        </button>
      </div>
      <pre class="code" tabIndex={0} role="region" aria-label="JSON">{text}</pre>
    </div>
  )
}

export function TimelineTab({ id, ended }: { id: string; ended: boolean }) {
  const { value, fault } = useLoaded((signal) => get<Timeline>(`/extract/${id}/timeline`, signal), `${id} ${ended}`)
  if (fault) return <Trouble of={fault} />
  if (!value) return <Spinner />
  const begin = Date.parse(value.created_at)
  const whole = Math.max(value.total_ms, 1)
  return (
    <div class="timeline">
      <dl class="figures">
        <div><dt>{t().doc.total}</dt><dd>{duration(value.total_ms)}</dd></div>
        <div><dt>{t().doc.worked}</dt><dd>{duration(value.working_ms)}</dd></div>
        <div><dt>{t().doc.waited}</dt><dd>{duration(value.waiting_ms)}</dd></div>
      </dl>
      {value.waiting && <p class="note">{value.waiting.message}</p>}
      <ol class="gantt">
        {value.stages.map((s) => {
          const from = (Date.parse(s.started_at) - begin) / whole
          const share = (s.worked_ms ?? 0) / whole
          return (
            <li key={s.stage}>
              <span class="gantt-name">{t().steps[s.stage as keyof ReturnType<typeof t>['steps']] ?? s.stage}</span>
              <span class="gantt-bar" aria-hidden="true"><i style={{ left: `${Math.min(from * 100, 99)}%`, width: `${Math.max(share * 100, 0.7)}%` }} /></span>
              <span class="gantt-time">{duration(s.worked_ms)}</span>
            </li>
          )
        })}
      </ol>
      <p class="muted small">{time(value.created_at)} → {time(value.completed_at)}</p>
    </div>
  )
}

export function CallbacksTab({ id, ended }: { id: string; ended: boolean }) {
  const { value, fault } = useLoaded((signal) => get<Timeline>(`/extract/${id}/timeline`, signal), `${id} ${ended}`)
  if (fault) return <Trouble of={fault} />
  if (!value) return <Spinner />
  const callback = value.callback
  if (!callback) return <Empty icon="send">{t().doc.noCallback}</Empty>
  return (
    <div>
      <p>{t().doc.host}: <strong>{callback.host}</strong> · {t().doc.outcome[callback.status]}</p>
      <div class="table" tabIndex={0} role="region" aria-label={t().doc.callbacks}>
        <table>
          <thead><tr><th>{t().doc.attempt}</th><th>{t().list.status}</th><th>HTTP</th><th>{t().doc.total}</th><th>{t().list.created}</th></tr></thead>
          <tbody>
            {callback.attempts.map((a, i) => (
              <tr key={i}><td>{a.attempt}</td><td>{t().doc.outcome[a.outcome]}{a.error ? ` · ${a.error}` : ''}</td><td>{a.status_code ?? '—'}</td><td>{duration(a.duration_ms)}</td><td>{time(a.at)}</td></tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
