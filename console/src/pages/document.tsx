import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Failure, get, patiently, types, wait, type Result, type Schemas, type StatusRecord } from '../api/client'
import { Corrections } from '../document/corrections'
import { Fields } from '../document/fields'
import { entriesOf, isTable, leavesOf, unreadOf, type Entry, type Leaf } from '../document/leaves'
import { Pictures } from '../document/pictures'
import { CallbacksTab, JsonTab, TextTab, TimelineTab } from '../document/tabs'
import { Viewer } from '../document/viewer'
import { show } from '../format'
import { t } from '../i18n'
import { Confidence, csv, Empty, save, Spinner, Status, Trouble } from '../parts/bits'
import { Icon } from '../parts/icon'
import { href, query } from '../router'

interface Loaded {
  record: StatusRecord
  boxes: Schemas['BoundingBoxes']
}

// DocumentPage shows the page beside the values, each with the place it was read from.
export function DocumentPage({ id }: { id: string }) {
  const { loaded, fault } = useDocument(id)
  if (fault) return <div class="page">{fault instanceof Failure && fault.status === 404 ? <Empty icon="documents">{t().doc.notFound}</Empty> : <Trouble of={fault} />}</div>
  if (!loaded) return <div class="page"><Spinner /></div>
  return <Opened id={id} {...loaded} />
}

// useDocument follows a document until it ends.
function useDocument(id: string) {
  const loaded = useSignal<Loaded | null>(null)
  const fault = useSignal<unknown>(null)
  useEffect(() => {
    const gone = new AbortController()
    const follow = async () => {
      for (;;) {
        const record = await patiently(() => get<StatusRecord>(`/extract/${id}`, gone.signal), gone.signal)
        const boxes = await patiently(() => get<Schemas['BoundingBoxes']>(`/extract/${id}/bounding-boxes`, gone.signal), gone.signal)
        loaded.value = { record, boxes }
        if (record.status !== 'in_progress') return
        await wait(1000, gone.signal)
      }
    }
    follow().catch((e) => gone.signal.aborted || (fault.value = e))
    return () => gone.abort()
  }, [id])
  return { loaded: loaded.value, fault: fault.value }
}

const tabs = ['fields', 'text', 'json', 'timeline', 'callbacks'] as const
type Tab = (typeof tabs)[number]

function Opened({ id, record, boxes }: Loaded & { id: string }) {
  const selected = useSignal(query.value.get('campo') ?? '')
  const hovered = useSignal('')
  const editing = useSignal('')
  const tab = useSignal<Tab>('fields')
  const corrections = useMemo(() => new Corrections(id), [id])
  const pictures = useMemo(() => new Pictures(id), [id])
  useEffect(() => {
    const gone = new AbortController()
    corrections.load(gone.signal).catch(() => {})
    return () => {
      gone.abort()
      pictures.close()
    }
  }, [id])
  const result = resultOf(record)
  const ended = record.status !== 'in_progress'
  const entries = useMemo(() => {
    if (!result) return []
    const errors = new Map(record.validation_errors.map((e) => [e.field, e.error]))
    return entriesOf(result, types.value.get(result.document_type ?? ''), new Map(boxes.bounding_boxes.map((b) => [b.field_path, b])), errors)
  }, [record, boxes, types.value])
  const unread = useMemo(() => (result && ended ? unreadOf(result, types.value.get(result.document_type ?? '')) : []), [record, types.value])
  const leaves = useMemo(() => leavesOf(entries), [entries])
  useKeys(leaves, selected, editing, corrections)
  const pages = usePages(pictures, boxes.page_count)
  return (
    <div class="document">
      <Head id={id} record={record} result={result} entries={entries} />
      <div class={`split ${pages ? '' : 'alone'}`}>
        {pages > 0 && <Viewer pictures={pictures} pages={pages} leaves={leaves} selected={selected} hovered={hovered} />}
        <section class="panel" aria-label={t().doc.details}>
          <Tabs tab={tab} />
          <div class="tab" role="tabpanel" id="tabpanel" aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
            {tab.value === 'fields' && (
              <>
                {!ended && <Spinner text={t().doc.progress} />}
                {result && <Notices result={result} />}
                {pages === 0 && ended && <p class="note">{t().doc.xml}</p>}
                {ended && entries.length === 0 && <Empty icon="documents">{result ? t().doc.nothing : t().doc.classified}</Empty>}
                <Fields entries={entries} unread={unread} selected={selected} hovered={hovered} editing={editing} pictures={pages ? pictures : null} corrections={corrections} />
              </>
            )}
            {tab.value === 'text' && <TextTab id={id} name={id} />}
            {tab.value === 'json' && <JsonTab record={record} name={id} />}
            {tab.value === 'timeline' && <TimelineTab id={id} ended={ended} />}
            {tab.value === 'callbacks' && <CallbacksTab id={id} ended={ended} />}
          </div>
          {tab.value === 'fields' && <Legend />}
        </section>
      </div>
    </div>
  )
}

const resultOf = (record: StatusRecord): Result | null => (record.payload && 'fields' in record.payload ? (record.payload as Result) : null)

// usePages finds how many pages there are to look at; 0 for an XML.
function usePages(pictures: Pictures, told: number | null): number {
  const pages = useSignal(told ?? 0)
  useEffect(() => {
    pictures.get(1, false).then((p) => (pages.value = p.pages), () => {})
  }, [pictures])
  return Math.min(pages.value, 200)
}

function Tabs({ tab }: { tab: Signal<Tab> }) {
  const move = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    if (!by) return
    tab.value = tabs[(tabs.indexOf(tab.value) + by + tabs.length) % tabs.length]!
    document.getElementById(`tab-${tab.value}`)?.focus()
  }
  return (
    <div class="tabs" role="tablist" onKeyDown={move}>
      {tabs.map((name) => (
        <button key={name} id={`tab-${name}`} role="tab" aria-selected={tab.value === name} aria-controls="tabpanel" tabIndex={tab.value === name ? 0 : -1} onClick={() => (tab.value = name)}>
          {t().doc[name]}
        </button>
      ))}
    </div>
  )
}

function Head({ id, record, result, entries }: { id: string; record: StatusRecord; result: Result | null; entries: Entry[] }) {
  const title = types.value.get(record.document_type ?? '')?.title ?? record.document_type ?? t().list.unknownType
  const detection = result?.service.document_type_detection
  return (
    <header class="doc-head">
      <a class="back" href={href('documentos')} aria-label={t().doc.back} title={t().doc.back}>
        <Icon name="back" />
      </a>
      <div class="doc-title">
        <h1>{title}</h1>
        <p class="muted small">
          {detection && `${detection.source === 'provided' ? t().doc.provided : t().doc.detected}${detection.confidence !== null && detection.confidence !== undefined ? ` ${Math.round(detection.confidence * 100)} %` : ''} · `}
          <span class="id">{record.reference_id ?? id}</span>
        </p>
      </div>
      <Status of={record.status} />
      {result && (
        <span class="reliability" title={t().doc.reliability}>
          <span class="wide-only muted small">{t().doc.reliability}</span> <Confidence of={result.service.reliability_score / 100} />
        </span>
      )}
      <span class="spring" />
      {result && (
        <button class="wide-only" onClick={() => save(`${id}.csv`, 'text/csv', csv(rowsOf(entries)))}>
          <Icon name="download" size={16} /> {t().doc.csv}
        </button>
      )}
    </header>
  )
}

function rowsOf(entries: Entry[]): (string | number | null)[][] {
  const row = (l: Leaf) => [l.path, l.title, typeof l.value === 'boolean' ? show(l.value) : l.value, l.confidence, l.error]
  return [['path', t().ops.field, 'value', t().doc.confidence, t().doc.errors], ...entries.flatMap((e) => (isTable(e) ? e.rows.flatMap((r) => [...r.values()].map(row)) : [row(e.single)]))]
}

function Notices({ result }: { result: Result }) {
  const { missing_fields: missing, inconsistencies, summary } = result.service
  const titles = new Map(types.value.get(result.document_type ?? '')?.fields.map((f) => [f.name, f.title]))
  return (
    <div class="notices">
      {summary && <p class="summary">{summary}</p>}
      {inconsistencies.length > 0 && (
        <div class="notice warn">
          <Icon name="warning" size={18} />
          <div>
            <strong>{t().doc.inconsistencies}</strong>
            <ul>{inconsistencies.map((text) => <li key={text}>{text}</li>)}</ul>
          </div>
        </div>
      )}
      {missing.length > 0 && (
        <div class="notice">
          <Icon name="eye" size={18} />
          <div>
            <strong>{t().doc.missing}</strong> <span class="muted small">({t().doc.required})</span>
            <p>{missing.map((m) => titles.get(m) ?? m).join(', ')}</p>
          </div>
        </div>
      )}
    </div>
  )
}

const Legend = () => (
  <footer class="legend" aria-label={t().doc.legend}>
    <span class="confidence high"><i aria-hidden="true" />{t().doc.high}</span>
    <span class="confidence medium"><i aria-hidden="true" />{t().doc.medium}</span>
    <span class="confidence low"><i aria-hidden="true" />{t().doc.low}</span>
    <span class="spring" />
    <span class="keys wide-only" aria-label={t().doc.keys}>
      <kbd>↑</kbd><kbd>↓</kbd> {t().doc.keyNext} <kbd>C</kbd> {t().doc.keyRight} <kbd>E</kbd> {t().doc.keyFix}
    </span>
  </footer>
)

// useKeys walks through the values without the mouse.
function useKeys(leaves: Leaf[], selected: Signal<string>, editing: Signal<string>, corrections: Corrections) {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      const on = e.target as HTMLElement
      if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(on.tagName) || on.getAttribute('role') === 'tab') return
      const i = leaves.findIndex((l) => l.path === selected.value)
      const leaf = leaves[i]
      const move = (to: number) => {
        e.preventDefault()
        editing.value = ''
        selected.value = leaves[Math.max(0, Math.min(leaves.length - 1, to))]?.path ?? ''
      }
      if (e.key === 'ArrowDown' || e.key === 'j') move(i + 1)
      else if (e.key === 'ArrowUp' || e.key === 'k') move(i < 0 ? 0 : i - 1)
      else if (e.key === 'Escape') selected.value = ''
      else if (leaf && e.key.toLowerCase() === 'e') (e.preventDefault(), (editing.value = leaf.path))
      else if (leaf && e.key.toLowerCase() === 'c') void corrections.put(leaf.path, 'right', null).catch(() => {})
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [leaves])
}
