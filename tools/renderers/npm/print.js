// Prints what stands in a file of lines of JSON ({kind, out, ...}): DANFE by @alexssmusica/node-pdf-nfe, @nfewizard/danfe,
// nfe-danfe-pdf and node-sped-pdf, slips by gerar-boletos, gerador-boletos and, as HTML, by node-boleto. For a slip it writes beside the document what the program
// made of the facts (payment line, number at the bank).
const fs = require('fs');
const Module = require('module');
const { gerarPDF } = require('@alexssmusica/node-pdf-nfe');
const { Bancos, Boletos } = require('gerar-boletos');
const PaymentLine = require('gerar-boletos/lib/boleto/gerador-de-linha-digitavel');

// @nfewizard/danfe loads a validator of XML that it needs for sending only, and that must be compiled.
const load = Module._load;
Module._load = (name, ...rest) => (name === 'libxmljs2' ? {} : load(name, ...rest));

const ended = (stream) => new Promise((done, failed) => stream.on('finish', done).on('error', failed));

async function danfe({ xml, out, by }) {
  const print = by === 'nfe-danfe-pdf' ? require('nfe-danfe-pdf').gerarPDF : gerarPDF;
  const doc = await print(fs.readFileSync(xml).toString(), { cancelada: false });
  const file = fs.createWriteStream(out);
  doc.pipe(file);
  await ended(file);
}

async function wizard({ xml, out }) {
  const text = fs.readFileSync(xml).toString();
  const { nfeProc } = await new (require('xml2js').Parser)({ explicitArray: false, mergeAttrs: true }).parseStringPromise(text);
  const { NFe, protNFe } = nfeProc;
  await require('@nfewizard/danfe').NFE_GerarDanfe({ data: { NFe, protNFe, xml: text }, chave: protNFe.infProt.chNFe, outputPath: out });
}

async function page({ facts, out }) {
  const { Boleto } = require('node-boleto');
  const b = new Boleto(facts);
  b.renderHTML((html) => fs.writeFileSync(out, html.replace(/<img src="http[^>]*>/g, ''))); // logos stand on a server
  fs.writeFileSync(out + '.json', JSON.stringify({
    line: b.linha_digitavel,
    agency: `${b.agencia}/${b.codigo_cedente}`,
    ours: `${String(b.nosso_numero).padStart(12, '0')}-${b.nosso_numero_dv}`,
    place: b.local_de_pagamento,
    wallet: b.carteira,
  }));
}

// An invoice of a shop (NFC-e) has a layout of its own there.
async function sped({ xml, out, shop }) {
  const { DANFe, DANFCe } = await import('node-sped-pdf');
  fs.writeFileSync(out, await (shop ? DANFCe : DANFe)({ xml: fs.readFileSync(xml).toString() }));
}

async function pdfkit({ bank, facts, out }) {
  const { boleto } = require('gerador-boletos');
  const build = (start, of) => Object.entries(of).reduce((b, [k, v]) => b['com' + k](...(Array.isArray(v) ? v : [v])), start);
  const { Boleto, Pagador, Beneficiario, Endereco, Datas, Gerador } = boleto;
  const payer = build(Pagador.novoPagador(), facts.payer).comEndereco(build(Endereco.novoEndereco(), facts.payer_place));
  const payee = build(Beneficiario.novoBeneficiario(), facts.payee).comEndereco(build(Endereco.novoEndereco(), facts.payee_place));
  const of = new boleto.bancos[bank]();
  const b = build(Boleto.novoBoleto().comDatas(build(Datas.novasDatas(), facts.days)), facts.slip)
    .comPagador(payer).comBeneficiario(payee).comBanco(of).comInstrucoes(facts.instructions);
  const line = require('gerador-boletos/lib/boleto/gerador-de-linha-digitavel')(of.geraCodigoDeBarrasPara(b), of);
  const file = fs.createWriteStream(out), end = ended(file);
  await new Promise((done, failed) => new Gerador(b).gerarPDF({ creditos: '', stream: file }, (err) => (err ? failed(err) : done())));
  await end;
  fs.writeFileSync(out + '.json', JSON.stringify({
    line,
    agency: of.getAgenciaECodigoBeneficiario(b),
    ours: of.getNossoNumeroECodigoDocumento(b),
    wallet: of.getCarteiraTexto(payee),
    accepted: b.getAceiteFormatado(),
    names: [of.getNome()],
    place: b.getLocaisDePagamento()[0],
  }));
}

const kinds = { danfe, wizard, slip, page, sped, pdfkit };

async function slip({ bank, facts, out }) {
  const b = new Boletos({ ...facts, banco: new Bancos[bank]() });
  b.gerarBoleto();
  const info = b.boletoInfo, of = info.getBanco(), payee = info.getBeneficiario();
  const line = PaymentLine(of.geraCodigoDeBarrasPara(info), of); // fails here on facts that the program refuses
  const file = fs.createWriteStream(out);
  const end = ended(file);
  await b.pdfStream(file);
  await end;
  fs.writeFileSync(out + '.json', JSON.stringify({
    line,
    agency: of.getAgenciaECodigoBeneficiario(info),
    ours: of.getNossoNumeroECodigoDocumento(info),
    wallet: of.getCarteiraTexto(payee),
    accepted: info.getAceiteFormatado(),
    names: [of.getNome()],
    places: info.getLocaisDePagamento(),
  }));
}

(async () => {
  for (const job of fs.readFileSync(process.argv[2]).toString().trim().split('\n').map(JSON.parse)) {
    try {
      await kinds[job.kind](job);
    } catch (err) {
      console.error(`${job.out}: ${err.message}`);
    }
  }
})();
