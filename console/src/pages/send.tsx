import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Failure, get, patiently, settings, types, wait, type Batch, type StatusRecord } from '../api/client'
import { upload } from '../api/upload'
import { size } from '../format'
import { t } from '../i18n'
import { Icon } from '../parts/icon'
import { Status, type State } from '../parts/bits'
import { href } from '../router'
import { key } from '../session'

type Step = 'received' | 'ocr' | 'classification' | 'extraction' | 'geometry' | 'completed' | 'failed'
const way: Step[] = ['received', 'ocr', 'classification', 'extraction', 'geometry', 'completed']

// Sent is one file of this tab on its way.
interface Sent {
  local: number
  name: string
  size: number
  id: string // of the request; empty: not accepted yet
  batch: string
  share: number // of the upload
  step: Step | null
  status: State | null
  type: string | null
  fault: string
}

const sent = signal<Sent[]>([])
const parts = new Map<number, { files: File[]; type: string; reference: string }>() // what may be sent again, by the first file's number
let last = 0

function change(local: number, values: Partial<Sent>) {
  sent.value = sent.value.map((s) => (s.local === local ? { ...s, ...values } : s))
}

const accepted = /\.(pdf|jpe?g|png|tiff?|xml)$/i

export function SendPage() {
  const type = useSignal('')
  const reference = useSignal('')
  const over = useSignal(false)
  const note = useSignal('')
  const add = (chosen: File[]) => {
    const good = chosen.filter((f) => accepted.test(f.name))
    note.value = good.length === 0 && chosen.length > 0 ? t().send.none : ''
    // XML is an NF-e or nothing: the service wants that said.
    const xml = (f: File) => !type.value && /\.xml$/i.test(f.name)
    start(good.filter(xml), 'NFE', reference.value.trim())
    start(good.filter((f) => !xml(f)), type.value, reference.value.trim())
  }
  useEffect(() => {
    const paste = (e: ClipboardEvent) => e.clipboardData?.files.length && add([...e.clipboardData.files].map(named))
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
  return (
    <div class="page narrow">
      <h1>{t().send.title}</h1>
      <p class="lead">{t().send.lead}</p>
      <div class="pair">
        <label>
          {t().send.type}
          <select value={type.value} onChange={(e) => (type.value = e.currentTarget.value)}>
            <option value="">{t().send.automatic}</option>
            {[...types.value.values()].map((d) => (
              <option key={d.document_type} value={d.document_type}>
                {d.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t().send.reference}
          <input value={reference.value} maxLength={256} onInput={(e) => (reference.value = e.currentTarget.value)} />
        </label>
      </div>
      <div
        class={`drop ${over.value ? 'over' : ''}`}
        onDragOver={(e) => {
          e.preventDefault()
          over.value = true
        }}
        onDragLeave={() => (over.value = false)}
        onDrop={async (e) => {
          e.preventDefault()
          over.value = false
          add(await dropped(e.dataTransfer!))
        }}
      >
        <Icon name="send" size={40} />
        <p class="drop-title">{t().send.drop}</p>
        <p class="muted">{t().send.or}</p>
        <div class="actions">
          <Chooser label={t().send.choose} icon="documents" onFiles={add} attributes={{ multiple: true, accept: '.pdf,.jpg,.jpeg,.png,.tif,.tiff,.xml' }} primary />
          <Chooser label={t().send.folder} icon="folder" onFiles={add} attributes={{ webkitdirectory: true }} only="no-touch" />
          <Chooser label={t().send.camera} icon="camera" onFiles={add} attributes={{ accept: 'image/*', capture: 'environment' }} only="touch" />
        </div>
        <p class="muted small">
          {t().send.together} {size(settings.value.maxFileBytes)} máx.
        </p>
      </div>
      <p class="fault" role="alert">
        {note.value}
      </p>
      <SentList />
    </div>
  )
}

// named gives a pasted picture a name of its own: browsers call all of them image.png.
const named = (f: File) => (f.name === 'image.png' ? new File([f], `colado-${new Date().toISOString().slice(11, 19).replaceAll(':', '')}.png`, { type: f.type }) : f)

function Chooser({ label, icon, onFiles, attributes, primary, only }: { label: string; icon: 'documents' | 'folder' | 'camera'; onFiles: (f: File[]) => void; attributes: Record<string, unknown>; primary?: boolean; only?: string }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span class={only}>
      <input
        ref={input}
        type="file"
        hidden
        {...attributes}
        aria-label={label}
        onChange={(e) => {
          onFiles([...(e.currentTarget.files ?? [])])
          e.currentTarget.value = ''
        }}
      />
      <button class={primary ? 'primary' : ''} onClick={() => input.current?.click()}>
        <Icon name={icon} size={18} />
        {label}
      </button>
    </span>
  )
}

// dropped lists the files of what was dropped, folders opened.
async function dropped(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].map((i) => i.webkitGetAsEntry?.()).filter((e): e is FileSystemEntry => !!e)
  if (entries.length === 0) return [...data.files]
  const out: File[] = []
  const visit = async (entry: FileSystemEntry): Promise<void> => {
    if (entry.isFile) out.push(await new Promise<File>((ok, no) => (entry as FileSystemFileEntry).file(ok, no)))
    else {
      const reader = (entry as FileSystemDirectoryEntry).createReader()
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((ok, no) => reader.readEntries(ok, no))
        if (some.length === 0) return
        for (const e of some) await visit(e)
      }
    }
  }
  for (const e of entries) await visit(e)
  return out
}

// start sends what was chosen: one file by itself, several in batches within the limits.
function start(chosen: File[], type: string, reference: string) {
  const limits = settings.value
  let part: File[] = []
  let bytes = 0
  const flush = () => {
    if (part.length) void sendPart(part, type, reference)
    part = []
    bytes = 0
  }
  for (const f of chosen) {
    if (f.size > limits.maxFileBytes) {
      sent.value = [{ ...fresh(f), fault: `${t().send.tooLarge} ${size(limits.maxFileBytes)}` }, ...sent.value]
      continue
    }
    if (part.length >= limits.maxBatchFiles || bytes + f.size > limits.maxBatchBytes * 0.95) flush()
    part.push(f)
    bytes += f.size
  }
  flush()
}

// atOnce bounds the calls under way: more only share the same line, and a folder of 10,000 files would start 100.
const atOnce = 2
let busy = 0
const waiting: (() => void)[] = []

async function inTurn<T>(call: () => Promise<T>): Promise<T> {
  if (busy < atOnce) busy++
  else await new Promise<void>((turn) => waiting.push(turn)) // the turn is handed on, busy stays
  try {
    return await call()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

const fresh = (f: File): Sent => ({ local: ++last, name: f.name, size: f.size, id: '', batch: '', share: 0, step: null, status: null, type: null, fault: '' })

async function sendPart(part: File[], type: string, reference: string) {
  const rows = part.map(fresh)
  sent.value = [...rows, ...sent.value]
  parts.set(rows[0]!.local, { files: part, type, reference })
  const idempotency = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
  const all = (values: Partial<Sent>) => rows.forEach((r) => change(r.local, values))
  try {
    const got = await inTurn(() => patiently(() => upload(part, { type, reference, idempotency }, (share) => all({ share }))))
    parts.delete(rows[0]!.local)
    rows.forEach((r, i) => change(r.local, { id: got.ids[i], batch: got.batch, share: 1, step: 'received', status: 'in_progress' }))
    if (got.batch) await followBatch(got.batch)
    else await followOne(rows[0]!.local, got.ids[0]!)
  } catch (failure) {
    all({ fault: failure instanceof Failure && failure.message ? failure.message : t().error.unexpected })
  }
}

// pace asks often at first, when most documents end, then less.
const pace = (round: number) => Math.min(400 * 1.15 ** round, 4000)

async function followOne(local: number, id: string) {
  for (let round = 0; key.value; round++) {
    const record = await patiently(() => get<StatusRecord>(`/extract/${id}`))
    change(local, { step: record.current_step as Step, status: record.status as State, type: record.document_type })
    if (record.status !== 'in_progress') return
    await wait(pace(round))
  }
}

async function followBatch(id: string) {
  for (let round = 0; key.value; round++) {
    const batch = await patiently(() => get<Batch>(`/extract/batch?batchId=${id}&limit=1000`))
    const items = new Map(batch.items.map((i) => [i.request_id, i]))
    sent.value = sent.value.map((s) => {
      const item = items.get(s.id)
      return item ? { ...s, step: item.current_step as Step, status: item.status as State, type: item.document_type } : s
    })
    if (batch.status !== 'in_progress') return
    await wait(pace(round))
  }
}

function SentList() {
  if (sent.value.length === 0) return <p class="muted centered">{t().send.empty}</p>
  const batches = [...new Set(sent.value.map((s) => s.batch).filter(Boolean))]
  const ready = sent.value.filter((s) => s.fault || (s.status && s.status !== 'in_progress')).length
  return (
    <section aria-labelledby="sent">
      <div class="head">
        <h2 id="sent">{t().send.sent}</h2>
        <span class="muted" role="status">
          {ready} / {sent.value.length} {t().batch.done}
        </span>
        <span class="spring" />
        {batches.map((b) => (
          <a key={b} class="button quiet" href={href('lotes', b)}>
            <Icon name="batches" size={16} /> {t().send.seeBatch}
          </a>
        ))}
        {ready > 0 && (
          <button class="quiet" onClick={() => (sent.value = sent.value.filter((s) => !s.fault && (!s.status || s.status === 'in_progress')))}>
            {t().send.clear}
          </button>
        )}
      </div>
      <ul class="sent">
        {sent.value.map((s) => (
          <SentRow key={s.local} of={s} />
        ))}
      </ul>
    </section>
  )
}

function SentRow({ of }: { of: Sent }) {
  const title = of.type ? (types.value.get(of.type)?.title ?? of.type) : ''
  const ended = of.status && of.status !== 'in_progress'
  return (
    <li class={of.fault ? 'bad' : ''}>
      <div class="sent-name">
        {of.id ? <a href={href('documentos', of.id)}>{of.name}</a> : <span>{of.name}</span>}
        <span class="muted small">{[title, size(of.size)].filter(Boolean).join(' · ')}</span>
      </div>
      {of.fault ? (
        <p class="fault">{of.fault}</p>
      ) : (
        <Way step={of.step} share={of.share} failed={of.status === 'failed'} />
      )}
      <div class="sent-end">
        {ended && <Status of={of.status!} />}
        {of.fault && parts.has(of.local) && (
          <button
            class="quiet"
            onClick={() => {
              const again = parts.get(of.local)!
              sent.value = sent.value.filter((s) => !(s.local >= of.local && s.local < of.local + again.files.length))
              void sendPart(again.files, again.type, again.reference)
            }}
          >
            {t().send.again}
          </button>
        )}
        {ended && (
          <a class="button" href={href('documentos', of.id)}>
            {t().send.open}
          </a>
        )}
      </div>
    </li>
  )
}

// Way shows how far a file is: its upload, then the stages.
function Way({ step, share, failed }: { step: Step | null; share: number; failed: boolean }) {
  if (!step)
    return (
      <div class="upload">
        <progress max={1} value={share} aria-label={t().send.sending} />
        <span class="muted small">{share > 0 ? t().send.sending : t().send.waiting}</span>
      </div>
    )
  const at = step === 'failed' ? way.length - 1 : way.indexOf(step)
  return (
    <ol class={`way ${failed ? 'failed' : ''}`} aria-label={`${t().send.live}: ${t().steps[step]}`}>
      {way.map((s, i) => (
        <li key={s} class={i < at ? 'done' : i === at ? (s === 'completed' ? 'done end' : 'now') : ''} aria-current={i === at ? 'step' : undefined}>
          <span>{failed && s === 'completed' ? t().steps.failed : t().steps[s]}</span>
        </li>
      ))}
    </ol>
  )
}
