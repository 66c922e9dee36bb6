// Prints what stands in a file of lines of JSON ({kind, out, ...}): DANFE by @alexssmusica/node-pdf-nfe, slips by gerar-boletos.
// For a slip it writes beside the PDF what the program made of the facts (payment line, number at the bank).
const fs = require('fs');
const { gerarPDF } = require('@alexssmusica/node-pdf-nfe');
const { Bancos, Boletos } = require('gerar-boletos');
const PaymentLine = require('gerar-boletos/lib/boleto/gerador-de-linha-digitavel');

const ended = (stream) => new Promise((done, failed) => stream.on('finish', done).on('error', failed));

async function danfe({ xml, out, cancelled }) {
  const doc = await gerarPDF(fs.readFileSync(xml).toString(), { cancelada: cancelled });
  const file = fs.createWriteStream(out);
  doc.pipe(file);
  await ended(file);
}

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
      await (job.kind === 'danfe' ? danfe(job) : slip(job));
    } catch (err) {
      console.error(`${job.out}: ${err.message}`);
    }
  }
})();
