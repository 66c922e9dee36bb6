// longPDF writes a PDF of that many pages with a line of text each.
export function longPDF(pages) {
  const objects = []
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const kids = []
  for (let n = 1; n <= pages; n++) {
    const text = `BT /F1 14 Tf 72 760 Td (Relatorio interno, folha ${n} de ${pages}. Sem valores.) Tj ET`
    kids.push(`${objects.length} 0 R`)
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 1} 0 R >>`)
    objects.push(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
  }
  objects[2] = `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`
  let out = '%PDF-1.4\n'
  const at = []
  for (let i = 1; i < objects.length; i++) {
    at[i] = out.length
    out += `${i} 0 obj\n${objects[i]}\nendobj\n`
  }
  const xref = out.length
  out += `xref\n0 ${objects.length}\n0000000000 65535 f \n`
  for (let i = 1; i < objects.length; i++) out += `${String(at[i]).padStart(10, '0')} 00000 n \n`
  return out + `trailer\n<< /Size ${objects.length} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
}
