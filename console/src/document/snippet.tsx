import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../i18n'
import type { Leaf } from './leaves'
import { apply } from './pagemap'
import type { Picture, Pictures } from './pictures'
import { polygonsOf } from './viewer'

// Snippet shows the part of the page that a value was read from: the proof, beside the value.
export function Snippet({ leaf, pictures }: { leaf: Leaf; pictures: Pictures }) {
  const picture = useSignal<Picture | null>(null)
  const page = leaf.box?.segments[0]?.page
  useEffect(() => {
    picture.value = null
    if (!page) return
    let wanted = true
    // Upright: a photo turned on its head is read upright here.
    pictures.get(page, false).then((p) => wanted && (picture.value = p), () => {})
    return () => void (wanted = false)
  }, [leaf.path, pictures])
  if (!page) return null
  const p = picture.value
  if (!p) return <div class="snippet waiting" />
  const points = polygonsOf(leaf.box, page).flat().map(([x, y]) => apply(p.fromSent, x, y))
  if (points.length === 0) return null
  const xs = points.map((q) => q[0] * p.width)
  const ys = points.map((q) => q[1] * p.height)
  const tall = Math.max(...ys) - Math.min(...ys)
  const margin = Math.max(8, Math.min(tall * 0.7, 40))
  const left = Math.max(0, Math.min(...xs) - margin * 2)
  const top = Math.max(0, Math.min(...ys) - margin)
  const right = Math.min(p.width, Math.max(...xs) + margin * 2)
  const bottom = Math.min(p.height, Math.max(...ys) + margin)
  const w = right - left
  const h = bottom - top
  return (
    <div class="snippet" style={{ aspectRatio: `${w} / ${h}`, maxWidth: `${Math.min(w * 1.6, 560)}px` }}>
      <img src={p.url} alt={`${t().doc.snippet}: ${leaf.title}`} style={{ width: `${(p.width / w) * 100}%`, left: `${(-left / w) * 100}%`, top: `${(-top / h) * 100}%` }} />
    </div>
  )
}
