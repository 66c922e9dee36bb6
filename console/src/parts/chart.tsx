import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { language } from '../i18n'
import { count } from '../format'
import { theme } from '../session'

interface Series {
  name: string
  values: number[]
  color: string // a custom property
}

// Chart stacks series as bars over time; a table says the same for screen readers.
export function Chart({ xs, series, label }: { xs: number[]; series: Series[]; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = place.current!
    const style = getComputedStyle(at)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const stacked: number[][] = []
    for (const s of series) stacked.push(s.values.map((v, i) => v + (stacked.at(-1)?.[i] ?? 0)))
    const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { stroke: color('--line'), width: 1 } }
    const step = xs.length > 1 ? xs[1]! - xs[0]! : 3600
    const plot = new uPlot(
      {
        width: at.clientWidth,
        height: 220,
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: true, range: (_, low, high) => [low - step / 2, high + step / 2] }, y: { range: (_, __, high) => [0, Math.max(high, 4) * 1.08] } },
        axes: [
          { ...axis, grid: { show: false }, values: (_, ticks) => ticks.map((s) => new Date(s * 1000).toLocaleString(language.value === 'pt' ? 'pt-BR' : 'en-GB', step >= 6 * 3600 ? { day: '2-digit', month: '2-digit' } : { hour: '2-digit', minute: '2-digit' })) },
          { ...axis, values: (_, ticks) => ticks.map((v) => (Number.isInteger(v) ? count(v) : '')) },
        ],
        // The tallest first, so that each smaller one covers its foot.
        series: [{}, ...series.map((s) => ({ label: s.name, fill: color(s.color), width: 0, paths: uPlot.paths.bars!({ size: [0.7, 60], radius: 0.15 }), points: { show: false } })).reverse()],
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
            <tr key={x}><th scope="row">{new Date(x * 1000).toLocaleString()}</th>{series.map((s) => <td key={s.name}>{s.values[i]}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
