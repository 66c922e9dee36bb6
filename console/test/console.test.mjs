// The console in a real browser before the real service: what somebody does with it
// in an order that makes sense, then every page under axe.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createRequire } from 'node:module'
import { bytes, free, haveChromium, key, open, operatorKey, patience, sample, signIn, startBrowser, startReceiver, startService } from './browser.mjs'
import { longPDF } from './longpdf.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const skip = haveChromium ? false : 'no Chromium: install Debian\'s, or name one in LAVRA_CHROMIUM'
if (skip && /chromium/.test(process.env.LAVRA_REQUIRE ?? '')) throw new Error(skip)

let service, browser, tab
const post = (path, form, headers = {}) => fetch(service.url + path, { method: 'POST', headers: { Authorization: `Bearer ${key}`, ...headers }, body: form })
const goto = (page, path) => page.goto(`${service.url}/#/${path}`)

before(async () => {
  if (skip) return
  // Documents go to another origin, as where ingest has an address of its own.
  const [listen] = await free(1)
  const page = `http://${listen}`
  service = await startService({ LAVRA_LISTEN: listen, LAVRA_CONSOLE_INGEST_URL: page.replace('127.0.0.1', 'localhost'), LAVRA_CORS_ORIGINS: page })
  browser = await startBrowser()
  tab = await open(browser, service.url, { signedIn: false })
}, { timeout: 2 * patience })
after(async () => {
  await browser?.close()
  await service?.stop()
})

// step is a test in the one tab, which must not have complained when it ends.
const step = (name, run) =>
  test(name, { skip, timeout: 3 * patience }, async () => {
    await run(tab.page)
    assert.deepEqual(tab.faults, [], 'the page reported faults')
  })

step('a wrong key is refused in words, the right one opens', async (page) => {
  await page.getByLabel('Chave de API').fill('chave-errada')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Chave inválida ou revogada.').waitFor()
  await signIn(page)
  const kept = await page.evaluate(() => [JSON.stringify(localStorage), document.cookie])
  assert.ok(!kept.join().includes(key), 'the key is kept longer than the tab')
})

step('a file is sent, watched, opened; a field lights its box, and the box its field', async (page) => {
  await page.locator('input[type=file]').first().setInputFiles(sample('boleto-02.pdf'))
  const row = page.locator('.sent > li', { hasText: 'boleto-02.pdf' })
  await row.getByText('Sucesso').waitFor()
  await row.getByRole('link', { name: 'Abrir' }).click()
  await page.getByRole('heading', { name: 'Boleto' }).waitFor()
  await page.locator('.sheet img').first().waitFor()
  const field = page.locator('[data-field="fields.valor_documento"]')
  await field.getByRole('button').first().click()
  await page.locator('.box.selected[data-path="fields.valor_documento"]').waitFor()
  assert.match(await field.textContent(), /R\$\s690,00/)
  await page.getByAltText(/Recorte da página/).waitFor()
  await page.locator('.box[data-path="fields.pagador_nome"]').first().click()
  await page.locator('.field.selected[data-field="fields.pagador_nome"]').getByText('Alice Novaes Martins').first().waitFor()
})

step('the box lies on the value: what is printed there is darker than around it', async (page) => {
  const levels = await page.evaluate(async () => {
    const img = document.querySelector('.sheet img')
    const box = document.querySelector('.box[data-path="fields.valor_documento"]').getBBox()
    const canvas = document.createElement('canvas')
    canvas.width = img.naturalWidth
    canvas.height = img.naturalHeight
    const c = canvas.getContext('2d')
    c.drawImage(img, 0, 0)
    const dark = (x, y, w, h) => {
      const d = c.getImageData(x * canvas.width, y * canvas.height, Math.max(1, w * canvas.width), Math.max(1, h * canvas.height)).data
      let n = 0
      for (let i = 0; i < d.length; i += 4) if (d[i] < 110) n++
      return (4 * n) / d.length
    }
    return { inside: dark(box.x, box.y, box.width, box.height), left: dark(box.x - box.width, box.y, box.width * 0.9, box.height) }
  })
  assert.ok(levels.inside > 0.04 && levels.inside > 2 * levels.left, JSON.stringify(levels))
})

step('a correction is in ClickHouse and in the exported samples, and the result stays as it is', async (page) => {
  const id = page.url().split('/').at(-1)
  await page.locator('[data-field="fields.valor_documento"] .field-row').click()
  await page.getByRole('button', { name: 'Corrigir' }).click()
  await page.getByLabel('Valor correto').fill('1.234,56')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.locator('[data-field="fields.valor_documento"]').getByText('Corrigido').waitFor()
  await page.locator('[data-field="fields.pagador_nome"] .field-row').click()
  await page.getByRole('button', { name: 'Está certo' }).click()
  await page.locator('[data-field="fields.pagador_nome"]').getByText('Conferido').first().waitFor({ state: 'attached' })
  const query = `SELECT path, verdict, value, read_value FROM corrections WHERE request_id = '${id}' ORDER BY path FORMAT TSVRaw`
  let rows = ''
  for (const end = Date.now() + patience; Date.now() < end && rows.split('\n').length < 3; ) rows = service.lavra('sql', query)
  assert.equal(rows.trim(), 'fields.pagador_nome\tright\t"Alice Novaes Martins"\t"Alice Novaes Martins"\nfields.valor_documento\tcorrected\t1234.56\t690')
  const folder = join(service.dir, 'exported')
  service.lavra('export', '--corrections', folder)
  const truth = JSON.parse(readFileSync(join(folder, `${id}.truth.json`), 'utf8'))
  assert.equal(truth.fields.valor_documento, 1234.56)
  assert.equal(truth.fields.pagador_nome, 'Alice Novaes Martins')
  assert.deepEqual(truth.checked, ['fields.pagador_nome', 'fields.valor_documento'])
  assert.deepEqual(readFileSync(join(folder, `${id}.pdf`)), bytes('boleto-02.pdf'))
  const record = await (await fetch(`${service.url}/extract/${id}`, { headers: { Authorization: `Bearer ${key}` } })).json()
  assert.equal(record.payload.fields.valor_documento.value, 690)
  await page.reload()
  await page.locator('[data-field="fields.valor_documento"]').getByText('Corrigido').waitFor()
})

step('a field that nobody found is filled in, and is a correction', async (page) => {
  const id = page.url().split('/').at(-1)
  await page.locator('.unread > summary').click()
  const row = page.locator('.unread .field').first()
  const path = await row.getAttribute('data-field')
  await row.locator('.field-row').click()
  await page.getByRole('button', { name: 'Informar' }).click()
  await page.getByLabel('Valor correto').fill('12')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.locator(`[data-field="${path}"]`).getByText('Corrigido').waitFor()
  let said
  for (const end = Date.now() + patience; !said && Date.now() < end; await new Promise((ok) => setTimeout(ok, 300))) {
    const record = await (await fetch(`${service.url}/extract/${id}/corrections`, { headers: { Authorization: `Bearer ${key}` } })).json()
    said = record.corrections.find((c) => c.field_path === path)
  }
  assert.equal(said?.verdict, 'corrected')
})

step('the keyboard walks through the values and lets go', async (page) => {
  await page.locator('.panel').click({ position: { x: 5, y: 60 } })
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  const first = await page.locator('.field.selected').getAttribute('data-field')
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await page.locator('.field.selected').getAttribute('data-field'), first)
  await page.keyboard.press('Escape')
  await page.locator('.field.selected').waitFor({ state: 'detached' })
})

step('text, JSON, timeline and callbacks have their tabs', async (page) => {
  await page.getByRole('tab', { name: 'Texto' }).click()
  await page.locator('.markdown').getByText('Alice Novaes Martins').first().waitFor()
  await page.getByRole('tab', { name: 'JSON' }).click()
  assert.equal(JSON.parse(await page.locator('pre.code').textContent()).document_type, 'BOLETO')
  await page.getByRole('tab', { name: 'Linha do tempo' }).click()
  await page.locator('.gantt li').first().waitFor()
  await page.getByRole('tab', { name: 'Callbacks' }).click()
  await page.getByText('Nenhum callback foi pedido.').waitFor()
})

step('several files make a batch, with its outcomes, a filter and an export', async (page) => {
  await goto(page, 'enviar')
  await page.locator('input[type=file]').first().setInputFiles(['recibo-01.pdf', 'nfe-03.pdf', 'cnh-01.pdf', 'nfe-xml-01.xml'].map(sample))
  await page.getByRole('link', { name: 'Ver o lote' }).first().click()
  await page.locator('.requests tbody tr').nth(2).waitFor()
  await page.locator('.head .status.success, .head .status.partial_success').waitFor()
  await page.getByRole('button', { name: /^Falhou/ }).click()
  await page.locator('.requests tbody tr').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Todos/ }).click()
  for (const [button, want] of [['Itens (CSV)', 'recibo-01.pdf'], ['Valores (CSV)', 'fields.'], ['Resultados (JSONL)', '"payload"']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
    assert.ok(readFileSync(await download.path(), 'utf8').includes(want), `${button} lacks ${want}`)
  }
})

// hand makes the browser's own event of a file that is dropped or pasted.
const hand = (page, event, on, name) =>
  page.evaluate(
    ([event, on, name, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name, { type: 'application/pdf' }))
      const how = { bubbles: true, cancelable: true }
      document.querySelector(on).dispatchEvent(event === 'paste' ? new ClipboardEvent(event, { ...how, clipboardData: data }) : new DragEvent(event, { ...how, dataTransfer: data }))
    },
    [event, on, name, bytes('recibo-01.pdf').toString('base64')],
  )

step('what is dropped, pasted, or lies in a folder is sent too', async (page) => {
  await goto(page, 'enviar')
  await hand(page, 'drop', '.drop', 'solto.pdf')
  await page.locator('.sent > li', { hasText: 'solto.pdf' }).getByText('Sucesso').waitFor()
  await hand(page, 'paste', 'body', 'colado.pdf')
  await page.locator('.sent > li', { hasText: 'colado.pdf' }).getByText('Sucesso').waitFor()
  const folder = join(service.dir, 'pasta')
  mkdirSync(join(folder, 'dentro'), { recursive: true })
  for (const name of ['um.pdf', 'dentro/dois.pdf']) writeFileSync(join(folder, name), bytes('boleto-02.pdf'))
  await page.getByLabel('Escolher pasta').setInputFiles(folder)
  for (const name of ['um.pdf', 'dois.pdf']) await page.locator('.sent > li', { hasText: name }).getByText('Sucesso').waitFor()
})

step('a phone offers its camera', async () => {
  const { page, context } = await open(browser, service.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const camera = page.getByLabel('Fotografar')
  assert.equal(await camera.getAttribute('capture'), 'environment')
  await page.getByRole('button', { name: 'Fotografar' }).waitFor()
  await camera.setInputFiles(sample('recibo-06.jpg'))
  await page.locator('.sent > li', { hasText: 'recibo-06.jpg' }).getByRole('link', { name: 'Abrir' }).waitFor()
  await context.close()
})

step('a table is a table, and its cells light up', async (page) => {
  await goto(page, 'documentos')
  await page.getByRole('link', { name: 'nfe-03.pdf' }).click()
  const cell = page.locator('button.cell').first()
  await cell.click()
  await page.locator('.box.selected').first().waitFor()
  assert.equal(await cell.getAttribute('aria-pressed'), 'true')
})

step('an XML has values and says that it has no pages', async (page) => {
  await goto(page, 'documentos')
  await page.getByRole('link', { name: 'nfe-xml-01.xml' }).click()
  await page.getByText('Um XML não tem páginas').waitFor()
  await page.locator('.field-row').first().waitFor()
})

step('what is refused says why; what does not exist says so', async (page) => {
  await goto(page, 'enviar')
  await page.locator('input[type=file]').first().setInputFiles({ name: 'falso.pdf', mimeType: 'application/pdf', buffer: Buffer.from('nada') })
  await page.locator('.sent > li', { hasText: 'falso.pdf' }).getByText('Formato de arquivo não suportado').waitFor()
  await goto(page, 'documentos/00000000-0000-7000-8000-000000000000')
  await page.getByText('Documento não encontrado.').waitFor()
})

step('a photo is shown upright on demand, its boxes with it', async (page) => {
  await goto(page, 'enviar')
  await page.locator('input[type=file]').first().setInputFiles(sample('recibo-06.jpg'))
  const row = page.locator('.sent > li', { hasText: 'recibo-06.jpg' })
  await row.getByRole('link', { name: 'Abrir' }).click()
  await page.locator('.sheet img').first().waitFor()
  const points = () => page.locator('.box[data-path="fields.valor"]').first().getAttribute('points')
  const sent = await points()
  await page.getByRole('button', { name: 'Como foi lido' }).click()
  await page.waitForFunction((was) => document.querySelector('.box[data-path="fields.valor"]')?.getAttribute('points') !== was, sent)
})

step('without the network the page waits, and goes on when it is back', async (page) => {
  await tab.context.setOffline(true)
  await goto(page, 'lotes')
  await page.getByText('Sem conexão com o serviço').waitFor()
  await tab.context.setOffline(false)
  await page.getByText('Sem conexão com o serviço').waitFor({ state: 'detached' })
  await page.locator('.card-link').first().waitFor()
})

step('the dashboard counts what was sent', async (page) => {
  await goto(page, 'painel')
  await page.locator('.chart canvas').first().waitFor()
  const shown = Number(await page.locator('.figures.big dd').first().textContent())
  assert.ok(shown >= 5, `${shown} documents`)
  for (const title of ['Tempo até o resultado', 'Resultados', 'Tipos', 'Campos com problema', 'Callbacks', 'Em andamento, por etapa']) await page.getByRole('heading', { name: title }).waitFor()
  const sums = await page.locator('section', { has: page.getByRole('heading', { name: 'Resultados' }) }).locator('b').allTextContents()
  assert.equal(sums.reduce((sum, n) => sum + Number(n), 0), shown, 'outcomes and documents differ')
  await page.getByRole('button', { name: '7 dias' }).click()
  await page.getByText('a cada 6 horas').first().waitFor()
})

step('an operator sees a callback that never arrived, and puts it back', async () => {
  const receiver = await startReceiver(500)
  const form = new FormData()
  form.append('file', new Blob([bytes('recibo-01.pdf')]), 'recibo-01.pdf')
  form.append('callbackUrl', receiver.url)
  await post('/extract', form)
  const { page, context, faults } = await open(browser, service.url, { signedIn: false })
  await signIn(page, operatorKey)
  await goto(page, 'operacao')
  for (const title of ['Filas', 'Mensagens paradas e mortas', 'Destinos de callbacks', 'Contas e chaves']) await page.getByRole('heading', { name: title }).waitFor()
  await page.locator('section', { has: page.getByRole('heading', { name: 'Filas' }) }).getByText('extraction').first().waitFor()
  await page.locator('section', { has: page.getByRole('heading', { name: 'Contas e chaves' }) }).getByText('teste').waitFor()
  const letter = page.locator('.letters > li')
  await letter.first().waitFor()
  await page.locator('section', { has: page.getByRole('heading', { name: 'Destinos de callbacks' }) }).getByText('Fora do ar').waitFor()
  await accessible(page, 'operacao')
  const before = receiver.got
  receiver.status = 200
  await letter.first().locator('summary').click()
  await letter.first().getByRole('button', { name: 'Reprocessar' }).click()
  await page.getByText('Nada parado nem morto.').waitFor()
  for (const end = Date.now() + patience; Date.now() < end && receiver.got === before; ) await page.waitForTimeout(200)
  assert.ok(receiver.got > before, 'the callback was not sent again')
  assert.deepEqual(faults, [])
  await context.close()
  await receiver.stop()
})

step('who is no operator is told so', async (page) => {
  await goto(page, 'operacao')
  await page.getByText('para a chave de uma conta de operador').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Contas e chaves' }).count(), 0)
})

step('a document of 200 pages loads the pages that are looked at', async (page) => {
  const form = new FormData()
  form.append('file', new Blob([longPDF(200)]), 'longo.pdf')
  const { request_id: id } = await (await post('/extract', form)).json()
  await goto(page, `documentos/${id}`)
  await page.locator('.sheet').nth(199).waitFor({ state: 'attached' })
  await page.locator('.sheet[data-page="1"] img').waitFor()
  await page.locator('.sheets').evaluate((pane) => (pane.scrollTop = pane.scrollHeight))
  await page.locator('.sheet[data-page="200"] img').waitFor()
  await page.getByText('Página 200 de 200').waitFor()
  const loaded = await page.locator('.sheet img').count()
  assert.ok(loaded < 30, `${loaded} pages are loaded`)
})

// accessible asks axe about the page as it is.
async function accessible(page, name) {
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
  assert.ok(wide <= width, `${name}: ${wide} pixels on a screen of ${width}`)
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  assert.deepEqual(violations.map((v) => `${name}: ${v.id}: ${v.nodes.map((n) => n.target).slice(0, 3).join(' | ')}`), [])
}

for (const [theme, size] of [['light', { width: 1360, height: 860 }], ['dark', { width: 390, height: 844 }]])
  test(`axe finds nothing on any page, ${theme}, ${size.width} pixels wide`, { skip, timeout: 4 * patience }, async () => {
    const { page, context, faults } = await open(browser, service.url, { signedIn: false, theme, viewport: size })
    await accessible(page, 'entrar')
    await signIn(page)
    await accessible(page, 'enviar')
    for (const [path, there] of [['documentos', '.requests tbody tr'], ['lotes', '.card-link'], ['painel', '.chart canvas'], ['operacao', '.types details']]) {
      await goto(page, path)
      await page.locator(there).first().waitFor()
      await accessible(page, path)
    }
    await goto(page, 'lotes')
    await page.locator('.card-link').first().click()
    await page.locator('.requests tbody tr').first().waitFor()
    await accessible(page, 'lote')
    await goto(page, 'documentos')
    await page.getByRole('link', { name: 'nfe-03.pdf' }).click()
    await page.locator('.sheet img').first().waitFor()
    await page.locator('.field-row').first().click()
    await accessible(page, 'documento')
    for (const name of ['Texto', 'JSON', 'Linha do tempo', 'Callbacks']) {
      await page.getByRole('tab', { name }).click()
      await page.locator('.markdown, pre.code, .gantt, .empty').first().waitFor()
      await accessible(page, name)
    }
    assert.deepEqual(faults, [])
    await context.close()
  })

step('2,000 documents are listed to the last', async (page) => {
  const xml = bytes('nfe-xml-01.xml')
  for (let n = 0; n < 20; n++) {
    const form = new FormData()
    form.append('documentType', 'NFE')
    for (let i = 0; i < 100; i++) form.append('file', new Blob([xml]), `nota-${n * 100 + i}.xml`)
    let answer = await post('/extract/batch', form, { 'Idempotency-Key': `lote-${n}` })
    while (answer.status === 503 || answer.status === 429) {
      await new Promise((ok) => setTimeout(ok, 1000))
      answer = await post('/extract/batch', form, { 'Idempotency-Key': `lote-${n}` })
    }
    assert.equal(answer.status, 200, await answer.text())
  }
  await goto(page, 'documentos')
  await page.locator('.requests tbody tr').first().waitFor()
  await page.waitForFunction(
    () => {
      scrollTo(0, document.documentElement.scrollHeight)
      return document.querySelectorAll('.requests tbody tr').length >= 2000 && /Fim da lista/.test(document.body.textContent)
    },
    null,
    { polling: 200 },
  )
})

step('signing out forgets the key, in English too', async (page) => {
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(await page.evaluate(() => sessionStorage.length), 0)
  await page.reload()
  await page.getByLabel('API key').waitFor()
})
