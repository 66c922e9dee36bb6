import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Failure } from '../api/client'
import { isNumeric, read, show } from '../format'
import { t } from '../i18n'
import { Confidence, CopyButton } from '../parts/bits'
import { Icon } from '../parts/icon'
import type { Corrections, Verdict } from './corrections'
import { isTable, type Entry, type Leaf, type Table } from './leaves'
import type { Pictures } from './pictures'
import { Snippet } from './snippet'

interface Props {
  entries: Entry[]
  unread: Leaf[] // what the document may hold and nobody found
  selected: Signal<string>
  hovered: Signal<string>
  editing: Signal<string>
  pictures: Pictures | null
  corrections: Corrections
}

// Fields lists what was read: single values first to last, tables as tables.
export function Fields(props: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const { selected } = props
  useEffect(() => {
    const row = panel.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(selected.value)}"]`)
    row?.scrollIntoView({ block: 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
  }, [selected.value])
  return (
    <div class="fields" ref={panel}>
      {props.entries.map((e) => (isTable(e) ? <ListField key={e.name} table={e} {...props} /> : <SingleField key={e.single.path} leaf={e.single} {...props} />))}
      {props.unread.length > 0 && (
        <details class="unread">
          <summary>
            {t().doc.unread} <span class="muted small">{props.unread.length}</span>
          </summary>
          {props.unread.map((leaf) => <SingleField key={leaf.path} leaf={leaf} {...props} />)}
        </details>
      )}
    </div>
  )
}

function SingleField({ leaf, ...props }: { leaf: Leaf } & Props) {
  const { selected, hovered } = props
  const open = selected.value === leaf.path
  return (
    <div class={`field ${open ? 'selected' : ''} ${hovered.value === leaf.path ? 'hovered' : ''}`} data-field={leaf.path} onPointerEnter={() => (hovered.value = leaf.path)} onPointerLeave={() => (hovered.value = '')}>
      <button class="field-row" aria-expanded={open} onClick={() => (selected.value = open ? '' : leaf.path)}>
        <span class="field-title">{leaf.title}</span>
        <span class="field-value">
          <Value leaf={leaf} corrections={props.corrections} />
        </span>
        <Confidence of={leaf.confidence} />
      </button>
      {leaf.error && (
        <p class="field-error">
          <Icon name="warning" size={16} /> {leaf.error}
        </p>
      )}
      {open && <Detail leaf={leaf} {...props} />}
    </div>
  )
}

// Value is what was read, or what somebody said is right.
function Value({ leaf, corrections }: { leaf: Leaf; corrections: Corrections }) {
  const said = corrections.of.value.get(leaf.path)
  switch (said?.verdict) {
    case 'right':
      return (
        <>
          {show(leaf.value, leaf.kind)} <span class="tag good"><Icon name="check" size={14} /><span class="hidden">{t().fix.confirmed}</span></span>
        </>
      )
    case 'corrected':
      return (
        <>
          {show(said.value, leaf.kind)} <span class="tag">{t().fix.corrected}</span>
        </>
      )
    case 'absent':
      return (
        <>
          <s>{show(leaf.value, leaf.kind)}</s> <span class="tag">{t().fix.absent}</span>
        </>
      )
  }
  return <>{show(leaf.value, leaf.kind)}</>
}

// Detail shows the proof of a value and takes the verdict on it.
function Detail({ leaf, pictures, corrections, editing }: { leaf: Leaf } & Props) {
  const fault = useSignal('')
  const said = corrections.of.value.get(leaf.path)
  const put = async (verdict: Verdict, value: Leaf['value'] = null) => {
    fault.value = ''
    try {
      await corrections.put(leaf.path, verdict, value)
      editing.value = ''
    } catch (e) {
      fault.value = `${t().fix.failed} ${e instanceof Failure && e.message ? e.message : t().error.away}`
    }
  }
  return (
    <div class="detail">
      {pictures && <Snippet leaf={leaf} pictures={pictures} />}
      {pictures && leaf.box && leaf.box.segments.length === 0 && <p class="muted small">{leaf.box.resolution_status === 'ambiguous' ? t().doc.ambiguous : t().doc.unplaced}</p>}
      {said?.verdict === 'corrected' && (
        <p class="small">
          {t().fix.was} {show(leaf.value, leaf.kind)}
        </p>
      )}
      {editing.value === leaf.path ? (
        <Editor leaf={leaf} start={said?.verdict === 'corrected' ? said.value : leaf.value} onSave={(v) => put('corrected', v)} onAbsent={() => put('absent')} onCancel={() => (editing.value = '')} />
      ) : (
        <div class="actions">
          {said && (
            <button class="small" onClick={() => put('withdrawn')}>
              {t().fix.undo}
            </button>
          )}
          {!said && leaf.value !== null && (
            <button class="small" onClick={() => put('right')}>
              <Icon name="check" size={16} /> {t().fix.right}
            </button>
          )}
          <button class="small" onClick={() => (editing.value = leaf.path)}>
            <Icon name="pencil" size={16} /> {leaf.value === null ? t().fix.add : t().fix.fix}
          </button>
          {leaf.value !== null && <CopyButton text={() => show(leaf.value, leaf.kind)} />}
        </div>
      )}
      <p class="fault" role="alert">
        {fault.value}
      </p>
    </div>
  )
}

function Editor({ leaf, start, onSave, onAbsent, onCancel }: { leaf: Leaf; start: Leaf['value']; onSave: (v: Leaf['value']) => void; onAbsent: () => void; onCancel: () => void }) {
  const text = useSignal(start === null ? '' : show(start, leaf.kind).replace(/^R\$\s|\s%$/g, ''))
  const wrong = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = (e: Event) => {
    e.preventDefault()
    const value = read(text.value, leaf.kind)
    wrong.value = value === undefined || value === null
    if (!wrong.value) onSave(value!)
  }
  return (
    <form class="editor" onSubmit={save} onKeyDown={(e) => e.key === 'Escape' && (e.stopPropagation(), onCancel())}>
      <label>
        {t().fix.value}
        <input ref={field} value={text.value} onInput={(e) => (text.value = e.currentTarget.value)} inputMode={isNumeric(leaf.kind) ? 'decimal' : undefined} aria-invalid={wrong.value} />
      </label>
      {wrong.value && <p class="fault" role="alert">{t().fix.invalid}</p>}
      <div class="actions">
        <button class="primary small">{t().fix.save}</button>
        <button type="button" class="small" onClick={onAbsent}>
          {t().fix.absent}
        </button>
        <button type="button" class="quiet small" onClick={onCancel}>
          {t().fix.cancel}
        </button>
      </div>
      <p class="muted small">{t().fix.note}</p>
    </form>
  )
}

function ListField({ table, ...props }: { table: Table } & Props) {
  const { selected, hovered } = props
  const open = table.rows.flatMap((r) => [...r.values()]).find((l) => l.path === selected.value)
  const sure = table.rows[0]?.values().next().value?.confidence
  return (
    <div class="field list">
      <div class="list-head">
        <h2>{table.title}</h2>
        <span class="muted small">
          {table.rows.length} {t().doc.rows}
        </span>
        <span class="spring" />
        <Confidence of={sure} />
      </div>
      <div class="table" tabIndex={0} role="region" aria-label={table.title}>
        <table>
          <thead>
            <tr>
              {table.columns.map((c) => (
                <th key={c.name} scope="col" class={isNumeric(c.kind) ? 'number' : ''}>
                  {c.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, i) => (
              <tr key={i}>
                {table.columns.map((c) => {
                  const leaf = row.get(c.name)
                  if (!leaf) return <td key={c.name} />
                  return (
                    <td key={c.name} class={`${isNumeric(c.kind) ? 'number' : ''} ${leaf.error ? 'wrong' : ''}`} title={leaf.error ?? undefined}>
                      <button data-field={leaf.path} class={`cell ${selected.value === leaf.path ? 'selected' : ''} ${hovered.value === leaf.path ? 'hovered' : ''}`} aria-pressed={selected.value === leaf.path} onClick={() => (selected.value = selected.value === leaf.path ? '' : leaf.path)} onPointerEnter={() => (hovered.value = leaf.path)} onPointerLeave={() => (hovered.value = '')}>
                        <Value leaf={leaf} corrections={props.corrections} />
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open && (
        <div class="cell-detail">
          <p class="small">
            <strong>{open.title}</strong> · {show(open.value, open.kind)}
          </p>
          {open.error && <p class="field-error">{open.error}</p>}
          <Detail leaf={open} {...props} />
        </div>
      )}
    </div>
  )
}
