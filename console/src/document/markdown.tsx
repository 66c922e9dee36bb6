import type { ComponentChildren } from 'preact'

// Markdown shows the few forms that the service writes: headings, tables, bold, paragraphs.
// It makes elements, never HTML from text.
export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{text.split(/\n{2,}/).map((block, i) => <Block key={i} lines={block.split('\n').filter(Boolean)} />)}</div>
}

function Block({ lines }: { lines: string[] }) {
  const heading = /^(#{1,6}) +(.*)$/.exec(lines[0] ?? '')
  if (heading) return <p class={`md-heading md-${heading[1]!.length}`}>{inline(heading[2]!)}</p>
  if (lines.length > 1 && lines.every((l) => l.startsWith('|'))) {
    const [head, , ...rows] = lines.map(cells)
    return (
      <div class="table" tabIndex={0} role="region" aria-label="tabela">
        <table>
          <thead><tr>{head!.map((c, i) => <th key={i}>{inline(c)}</th>)}</tr></thead>
          <tbody>{rows.map((r, i) => <tr key={i}>{r.map((c, k) => <td key={k}>{inline(c)}</td>)}</tr>)}</tbody>
        </table>
      </div>
    )
  }
  if (/^-{3,}$/.test(lines[0] ?? '')) return <hr />
  return <p>{lines.map((l, i) => [i > 0 && <br key={`b${i}`} />, inline(l)])}</p>
}

const cells = (line: string) => line.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/).map((c) => c.trim())
const plain = (text: string) => text.replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1')
const inline = (text: string): ComponentChildren => text.split(/(\*\*[^*]+\*\*)/).map((part, i) => (part.startsWith('**') && part.endsWith('**') ? <strong key={i}>{plain(part.slice(2, -2))}</strong> : plain(part)))
