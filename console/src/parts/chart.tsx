import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { language } from '../i18n'
import { count } from '../format'
import { theme } from '../session'

interface Series {
  name: string
  values: (number | null)[]
  color: string // a custom property
}

// Chart stacks series as bars over time, or draws them as lines; a table says the same for screen readers.
export function Chart({ xs, series, label, lines = false }: { xs: number[]; series: Series[]; label: string; lines?: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = place.current!
    const style = getComputedStyle(at)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const stacked: (number | null)[][] = []
    for (const s of series) stacked.push(lines ? s.values : s.values.map((v, i) => (v ?? 0) + (stacked.at(-1)?.[i] ?? 0)))
    const shape = (s: Series) =>
      lines
        ? { label: s.name, stroke: color(s.color), width: 2, spanGaps: true, points: { show: true, size: 6, fill: color(s.color) } }
        : { label: s.name, fill: color(s.color), width: 0, paths: uPlot.paths.bars!({ size: [0.7, 60], radius: 0.15 }), points: { show: false } }
    const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { stroke: color('--line'), width: 1 } }
    const step = xs.length > 1 ? xs[1]! - xs[0]! : 3600
    const plot = new uPlot(
      {
        width: at.clientWidth,
        height: 220,
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: true, range: (_, low, high) => [low - step / 2, high + step / 2] }, y: { range: (_, __, high) => [0, Math.max(high, lines ? 0.1 : 4) * 1.08] } },
        axes: [
          { ...axis, grid: { show: false }, values: (_, ticks) => ticks.map((s) => new Date(s * 1000).toLocaleString(language.value === 'pt' ? 'pt-BR' : 'en-GB', step >= 6 * 3600 ? { day: '2-digit', month: '2-digit' } : { hour: '2-digit', minute: '2-digit' })) },
          { ...axis, values: (_, ticks) => ticks.map((v) => (lines || Number.isInteger(v) ? count(v) : '')) },
        ],
        // The tallest first, so that each smaller one covers its foot.
        series: [{}, ...series.map(shape).reverse()],
      },
      [xs, ...stacked.reverse()] as uPlot.AlignedData,
      at,
    )
    const resize = new ResizeObserver(() => plot.setSize({ width: at.clientWidth, height: 220 }))
    resize.observe(at)
    return () => {
      resize.disconnect()
      plot.destroy()
    }
  }, [xs, series, theme.value, language.value])
  return (
    <figure class="chart">
      <div ref={place} aria-hidden="true" />
      <figcaption>
        {series.map((s) => (
          <span key={s.name} class="key"><i style={{ background: `var(${s.color})` }} aria-hidden="true" />{s.name}</span>
        ))}
      </figcaption>
      <table class="hidden">
        <caption>{label}</caption>
        <thead><tr><td />{series.map((s) => <th key={s.name} scope="col">{s.name}</th>)}</tr></thead>
        <tbody>
          {xs.map((x, i) => (
            <tr key={x}><th scope="row">{new Date(x * 1000).toLocaleString()}</th>{series.map((s) => <td key={s.name}>{s.values[i] ?? '—'}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
