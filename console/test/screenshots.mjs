// Takes the pictures of docs/console from a service of its own: node test/screenshots.mjs
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bytes, key, open, operatorKey, root, sample, samples, signIn, startBrowser, startReceiver, startService } from './browser.mjs'

const service = await startService()
const browser = await startBrowser()
const folder = join(root, 'docs/console')
const shots = { light: { size: { width: 1280, height: 800 } }, dark: { theme: 'dark', size: { width: 1280, height: 800 } }, phone: { size: { width: 390, height: 844 }, phone: true } }
let sent = false
const [works, fails] = [await startReceiver(200), await startReceiver(500)]
try {
  for (const [name, receiver] of [['recibo-01.pdf', works], ['cnh-01.pdf', works], ['boleto-02.pdf', fails]]) {
    const form = new FormData()
    form.append('file', new Blob([bytes(name)]), name)
    form.append('callbackUrl', receiver.url)
    await fetch(`${service.url}/extract`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: form })
  }
  for (const [name, { theme, size, phone }] of Object.entries(shots)) {
    const { page, context } = await open(browser, service.url, { signedIn: false, theme, viewport: size, hasTouch: !!phone, isMobile: !!phone })
    const shoot = (what) => page.screenshot({ path: join(folder, `${what}-${name}.png`) })
    const goto = (path) => page.goto(`${service.url}/#/${path}`)
    await shoot('entrar')
    await signIn(page)
    const files = readdirSync(samples).filter((f) => /\.(pdf|jpg)$/.test(f))
    await page.locator('input[type=file]').first().setInputFiles((sent ? files.slice(0, 5) : files).map(sample))
    sent = true
    await page.locator('.sent .status').first().waitFor()
    await shoot('enviar')
    await page.waitForFunction(() => !document.querySelector('.sent .way .now'))
    await page.waitForTimeout(3000) // the query store is a moment behind
    await goto('documentos')
    await page.locator('.requests tbody tr').nth(4).waitFor()
    await shoot('documentos')
    for (const [file, field] of [['nfe-03.pdf', 'fields.valor_total'], ['recibo-06.jpg', 'fields.valor']]) {
      await goto('documentos')
      await page.getByRole('link', { name: file }).first().click()
      await page.locator('.sheet img').first().waitFor()
      await page.locator(`[data-field="${field}"] .field-row`).click()
      await page.locator('.snippet img').waitFor()
      await page.waitForTimeout(800)
      await shoot(`documento-${file.split('-')[0]}`)
    }
    await page.locator('.detail').getByRole('button', { name: 'Corrigir' }).click()
    await page.getByLabel('Valor correto').waitFor()
    await shoot('correcao')
    for (const [tab, what] of [['Texto', 'texto'], ['Linha do tempo', 'linha-do-tempo']]) {
      await page.getByRole('tab', { name: tab }).click()
      await page.locator('.markdown, .gantt').first().waitFor()
      await shoot(what)
    }
    await goto('lotes')
    await page.locator('.card-link').last().click()
    await page.locator('.requests tbody tr').first().waitFor()
    await shoot('lote')
    await goto('painel')
    await page.locator('.chart canvas').first().waitFor()
    await page.waitForTimeout(300)
    await shoot('painel')
    await page.getByRole('heading', { name: 'Callbacks' }).scrollIntoViewIfNeeded()
    await shoot('painel-fim')
    await context.close()
    const operator = await open(browser, service.url, { signedIn: false, theme, viewport: size, hasTouch: !!phone, isMobile: !!phone })
    await signIn(operator.page, operatorKey)
    await operator.page.goto(`${service.url}/#/operacao`)
    await operator.page.locator('.letters > li').first().waitFor()
    await operator.page.getByRole('region', { name: 'Contas e chaves' }).getByText('teste').waitFor()
    await operator.page.screenshot({ path: join(folder, `operacao-${name}.png`) })
    await operator.page.locator('.letters > li summary').first().click()
    await operator.page.locator('#letters').scrollIntoViewIfNeeded()
    await operator.page.evaluate(() => scrollTo(0, document.querySelector('#letters').offsetTop - 80))
    await operator.page.screenshot({ path: join(folder, `mensagens-${name}.png`) })
    await operator.context.close()
  }
} finally {
  await browser.close()
  await service.stop()
}
