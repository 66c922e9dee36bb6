import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { settings, types } from '../api/client'
import { t } from '../i18n'
import { Letters } from '../operation/letters'
import { Accounts, Endpoints, Queues } from '../operation/tables'
import { CopyButton } from '../parts/bits'
import { operator } from '../session'

interface Health {
  status: string
  version: string
  checks: Record<string, string>
}

const names: Record<string, string> = { kafka: 'Kafka', clickhouse: 'ClickHouse', blobs: 'Blobs' }

// OperationPage shows how the service is; to an operator's key also what waits, what was given up and whose keys there are.
export function OperationPage() {
  const health = useSignal<Health | null>(null)
  useEffect(() => {
    const ask = () =>
      fetch('/health')
        .then((a) => a.json())
        .then((h) => (health.value = h as Health), () => (health.value = null))
    void ask()
    const timer = setInterval(ask, 10_000)
    return () => clearInterval(timer)
  }, [])
  const commands: [string, string][] = [
    [t().ops.account, 'lavra account create acme\nlavra key create acme'],
    [t().ops.revoke, 'lavra key list acme\nlavra key revoke acme KEY-ID'],
    [t().ops.operator, 'lavra account create operator\nLAVRA_OPERATOR_ACCOUNTS=operator lavra up'],
    [t().ops.dead, 'lavra dlq list\nlavra dlq replay --stage extraction --dry-run'],
    [t().ops.config, 'lavra config'],
  ]
  return (
    <div class="page">
      <h1>{t().ops.title}</h1>
      <h2>{t().ops.health}</h2>
      <ul class="parts">
        {Object.entries(health.value?.checks ?? {}).map(([name, state]) => (
          <li key={name}>
            <span class={`health ${state === 'ok' ? 'ok' : 'bad'}`}><i aria-hidden="true" /></span>
            <strong>{names[name] ?? name}</strong>
            <span class="muted">{state === 'ok' ? t().ops.ok : t().ops.unavailable}</span>
          </li>
        ))}
        <li><span class="muted">{t().ops.version}</span> <strong>{health.value?.version ?? settings.value.version}</strong></li>
      </ul>
      {operator.value && (
        <>
          <Letters />
          <Queues />
          <Endpoints />
          <Accounts />
        </>
      )}
      <h2>{t().ops.commands}</h2>
      <p class="muted">{operator.value ? t().ops.commandsNote : t().ops.operatorNote}</p>
      <ul class="commands">
        {commands.map(([what, how]) => (
          <li key={what}>
            <h3>{what}</h3>
            <pre class="code">{how}</pre>
            <CopyButton text={() => how} />
          </li>
        ))}
      </ul>
      <h2>{t().ops.types}</h2>
      <div class="types">
        {[...types.value.values()].map((d) => (
          <details key={d.document_type}>
            <summary>{d.title} <span class="muted small">{d.document_type}</span></summary>
            <div class="table" tabIndex={0} role="region" aria-label={d.title}>
              <table>
                <thead><tr><th scope="col">{t().ops.field}</th><th scope="col">{t().ops.kind}</th><th scope="col">{t().ops.required}</th></tr></thead>
                <tbody>
                  {d.fields.map((f) => (
                    <tr key={f.name}><td>{f.title}<br /><code class="muted small">{f.name}</code></td><td>{f.kind}{f.columns && <span class="muted small"> ({f.columns.map((c) => c.name).join(', ')})</span>}</td><td>{f.required ? '●' : ''}</td></tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        ))}
      </div>
    </div>
  )
}
