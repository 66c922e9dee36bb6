import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Failure, type BoundingBox } from '../api/client'
import { level } from '../format'
import { t } from '../i18n'
import { Icon } from '../parts/icon'
import type { Leaf } from './leaves'
import { apply, type PageMap } from './pagemap'
import type { Picture, Pictures } from './pictures'

interface Props {
  pictures: Pictures
  pages: number
  leaves: Leaf[]
  selected: Signal<string>
  hovered: Signal<string>
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

// Viewer shows the pages with a box for each value; a box and its field light each other up.
export function Viewer({ pictures, pages, leaves, selected, hovered }: Props) {
  const zoom = useSignal(1)
  const upright = useSignal(false)
  const all = useSignal(true)
  const at = useSignal(1)
  const scroller = useRef<HTMLDivElement>(null)
  const step = (by: number) => {
    const i = zooms.indexOf(zoom.value) + by
    zoom.value = zooms[Math.max(0, Math.min(zooms.length - 1, i))]!
  }
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLInputElement || e.ctrlKey || e.metaKey) return
      if (e.key === '+' || e.key === '=') step(1)
      if (e.key === '-') step(-1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  useShown(scroller, selected.value, leaves, upright.value)
  return (
    <section class="viewer" aria-label={t().doc.viewer}>
      <div class="tools" role="toolbar" aria-label={t().doc.viewer}>
        <span class="muted small" aria-live="polite">
          {t().doc.page} {at.value} {t().doc.of} {pages}
        </span>
        <span class="spring" />
        <button class="quiet square" aria-pressed={all.value} title={t().doc.showAll} aria-label={t().doc.showAll} onClick={() => (all.value = !all.value)}>
          <Icon name="boxes" size={18} />
        </button>
        <button class="quiet square" aria-pressed={upright.value} title={t().doc.upright} aria-label={t().doc.upright} onClick={() => (upright.value = !upright.value)}>
          <Icon name="upright" size={18} />
        </button>
        <button class="quiet square" title={t().doc.zoomOut} aria-label={t().doc.zoomOut} onClick={() => step(-1)}>
          <Icon name="minus" size={18} />
        </button>
        <button class="quiet zoom" title={t().doc.fit} aria-label={`${Math.round(zoom.value * 100)} %, ${t().doc.fit}`} onClick={() => (zoom.value = 1)}>
          {Math.round(zoom.value * 100)} %
        </button>
        <button class="quiet square" title={t().doc.zoomIn} aria-label={t().doc.zoomIn} onClick={() => step(1)}>
          <Icon name="plus" size={18} />
        </button>
      </div>
      <div class={`sheets ${all.value ? 'all' : ''}`} ref={scroller} tabIndex={0} role="group" aria-label={t().doc.viewer}>
        {Array.from({ length: pages }, (_, i) => (
          <Sheet key={i} number={i + 1} pictures={pictures} upright={upright.value} zoom={zoom.value} leaves={leaves} selected={selected} hovered={hovered} onSeen={(n) => (at.value = n)} />
        ))}
      </div>
    </section>
  )
}

// useShown scrolls the box of the selected value into the middle of the viewer.
function useShown(scroller: { current: HTMLDivElement | null }, path: string, leaves: Leaf[], upright: boolean) {
  useEffect(() => {
    const box = leaves.find((l) => l.path === path)?.box
    const place = box?.page_aggregates[0]
    const pane = scroller.current
    if (!place || !pane) return
    const sheet = pane.querySelector<HTMLElement>(`[data-page="${place.page}"]`)
    if (!sheet) return
    const lit = sheet.querySelector<SVGGraphicsElement>('.box.selected')
    const outer = pane.getBoundingClientRect()
    const inner = (lit ?? sheet).getBoundingClientRect()
    const middle = lit ? inner.top + inner.height / 2 : inner.top + inner.height * place.bounding_box.top
    const across = lit ? inner.left + inner.width / 2 : inner.left
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    pane.scrollBy({ top: middle - outer.top - outer.height / 2, left: across - outer.left - outer.width / 2, behavior: still ? 'auto' : 'smooth' })
  }, [path, upright])
}

interface SheetProps extends Omit<Props, 'pages'> {
  number: number
  upright: boolean
  zoom: number
  onSeen: (n: number) => void
}

function Sheet({ number, pictures, upright, zoom, leaves, selected, hovered, onSeen }: SheetProps) {
  const picture = useSignal<Picture | null>(null)
  const fault = useSignal('')
  const near = useSignal(false)
  const self = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = self.current!.parentElement
    const watch = new IntersectionObserver((seen) => seen.some((e) => e.isIntersecting) && (near.value = true), { root, rootMargin: '800px' })
    const seen = new IntersectionObserver((seen) => seen.some((e) => e.isIntersecting) && onSeen(number), { root, rootMargin: '-45% 0px -45% 0px' })
    watch.observe(self.current!)
    seen.observe(self.current!)
    return () => {
      watch.disconnect()
      seen.disconnect()
    }
  }, [])
  useEffect(() => {
    if (!near.value) return
    let wanted = true
    pictures.get(number, upright).then(
      (p) => wanted && ((picture.value = p), (fault.value = '')),
      (e) => wanted && (fault.value = e instanceof Failure && e.message ? e.message : t().doc.noPicture),
    )
    return () => void (wanted = false)
  }, [near.value, upright, pictures])
  const p = picture.value
  return (
    <div class="sheet" data-page={number} ref={self} style={{ width: `${zoom * 100}%`, aspectRatio: p ? `${p.width} / ${p.height}` : '1 / 1.414' }}>
      {p ? <img src={p.url} alt={`${t().doc.page} ${number}`} draggable={false} /> : <p class="muted sheet-note">{fault.value || t().doc.drawing}</p>}
      {p && <Boxes page={number} map={p.fromSent} leaves={leaves} selected={selected} hovered={hovered} />}
    </div>
  )
}

// Boxes lie over a page. The fields say the same in words, so they are hidden from screen readers.
function Boxes({ page, map, leaves, selected, hovered }: { page: number; map: PageMap; leaves: Leaf[]; selected: Signal<string>; hovered: Signal<string> }) {
  return (
    <svg class="boxes" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {leaves.flatMap((leaf) =>
        polygonsOf(leaf.box, page).map((points, i) => (
          <polygon
            key={`${leaf.path} ${i}`}
            data-path={leaf.path}
            class={`box ${leaf.error ? 'low' : level(leaf.confidence)} ${selected.value === leaf.path ? 'selected' : ''} ${hovered.value === leaf.path ? 'hovered' : ''}`}
            points={points.map(([x, y]) => apply(map, x, y).join(',')).join(' ')}
            vector-effect="non-scaling-stroke"
            onClick={() => (selected.value = leaf.path)}
            onPointerEnter={() => (hovered.value = leaf.path)}
            onPointerLeave={() => (hovered.value = '')}
          >
            <title>{leaf.title}</title>
          </polygon>
        )),
      )}
    </svg>
  )
}

// air around a value, so that its box does not cover its letters.
const air = 0.0035

// polygonsOf gives the corners of a value's spans on a page, with air around them.
export function polygonsOf(box: BoundingBox | null, page: number): [number, number][][] {
  return (box?.segments ?? [])
    .filter((s) => s.page === page)
    .map((s) => {
      const { left, top, width, height } = s.bounding_box
      const corners: [number, number][] = s.polygon && s.polygon.length >= 3 ? s.polygon.map((p) => [p.x, p.y]) : [[left, top], [left + width, top], [left + width, top + height], [left, top + height]]
      const [middleX, middleY] = [left + width / 2, top + height / 2]
      return corners.map(([x, y]) => [x + air * Math.sign(x - middleX), y + (air / 2) * Math.sign(y - middleY)])
    })
}
