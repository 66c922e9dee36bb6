"""The programs of others that print slips: each takes facts and gives PDFs, or nothing where it refuses the facts."""

import json
import shutil
import subprocess
from pathlib import Path

from facts import Maker, Slip
from outside import browser_print, npm
from printed import brazilian

HERE = Path(__file__).resolve().parent


def slip_html(jobs: list[tuple[str, Slip]], work: Path):
    """Slips as pages for a browser (node-boleto), printed by Chromium, which reaches nothing outside."""
    lines = []
    for name, s in jobs:
        d, p, q, bank = s.bank_digits, s.payee, s.payer, Maker(name).r.choice(["bradesco", "santander"])
        street = f"{q.street}, {q.house}{' ' + q.extra if q.extra else ''} - {q.district}"
        facts = {
            "banco": bank,
            "data_emissao": f"{s.issued}T12:00:00Z",
            "data_vencimento": f"{s.due}T12:00:00Z",
            "valor": round(s.amount * 100),
            "nosso_numero": d[-7:],
            "numero_documento": s.number,
            "cedente": p.name,
            "cedente_cnpj": written(p.number),
            "agencia": d[:4],
            "codigo_cedente": d[4:11],
            "carteira": "06" if bank == "bradesco" else "102",
            "pagador": f"{q.name} - {written(q.number)}\n{street}\n{q.town}/{q.uf} - CEP {q.cep[:5]}-{q.cep[5:]}",
            "instrucoes": "\n".join(s.instructions),
        }
        lines.append({"kind": "page", "facts": facts, "out": str(work / f"{name}.html")})
    npm(lines, work)
    for name, s in jobs:
        if not (told := work / f"{name}.html.json").exists():
            continue
        browser_print(work / f"{name}.html", work / f"{name}.pdf")
        yield name, json.loads(told.read_text(encoding="utf-8")) | {"accepted": "N", "species": "DM", "processed": s.issued}  # the program prints these


# Banks of gerar-boletos: wallet, digits of the number at the bank, of the account.
NODE_BANKS = {
    "Bradesco": ("09", 11, 7),
    "Itau": ("109", 8, 5),
    "Santander": ("101", 12, 7),
    "Sicoob": ("1", 7, 7),
    "Cecred": ("01", 17, 7),
    "BancoBrasil": ("17", 10, 7),
}


def slip_node(jobs: list[tuple[str, Slip]], work: Path):
    lines = []
    for name, s in jobs:
        bank = Maker(name).r.choice(sorted(NODE_BANKS))
        wallet, ours, account = NODE_BANKS[bank]
        d = s.bank_digits
        place = lambda p: {
            "logradouro": f"{p.street}, {p.house}" + (f" {p.extra}" if p.extra else ""),
            "bairro": p.district,
            "cidade": p.town,
            "estadoUF": p.uf,
            "cep": f"{p.cep[:5]}-{p.cep[5:]}",
        }
        agreement = d[17:23] if bank == "Cecred" else d[17:24]
        facts = {
            "pagador": {"nome": s.payer.name, "registroNacional": s.payer.number, "endereco": place(s.payer)},
            "instrucoes": s.instructions,
            "beneficiario": {
                "nome": s.payee.name,
                "cnpj": s.payee.number,
                "dadosBancarios": {
                    "carteira": wallet,
                    "agencia": d[:4],
                    "agenciaDigito": d[4],
                    "conta": d[5 : 5 + account],
                    "contaDigito": d[12],
                    "nossoNumero": (agreement + d[:10]) if bank == "BancoBrasil" else d[12 : 12 + ours] if ours <= 12 else d[:ours],
                    "nossoNumeroDigito": d[11],
                    "convenio": agreement,
                },
                "endereco": place(s.payee),
            },
            "boleto": {
                "numeroDocumento": s.number,
                "especieDocumento": s.species,
                "valor": s.amount,
                "datas": {"vencimento": f"{s.due:%m-%d-%Y}", "processamento": f"{s.processed:%m-%d-%Y}", "documentos": f"{s.issued:%m-%d-%Y}"},
            },
        }
        lines.append({"kind": "slip", "bank": bank, "facts": facts, "out": str(work / f"{name}.pdf")})
    npm(lines, work)
    for name, _ in jobs:
        if (told := work / f"{name}.pdf.json").exists():
            bank = json.loads(told.read_text(encoding="utf-8"))
            yield name, bank | {"logos": True, "place": (bank.pop("places") or [""])[0]}


# Banks of caelum-stella-boleto: wallet, digits of the number at the bank, of the account, the name in the picture beside the code.
JAVA_BANKS = {"001": ("18", 17, 8, "Banco do Brasil"), "237": ("06", 11, 7, "Bradesco"), "341": ("157", 8, 5, "BANCO ITAÚ SA"), "033": ("102", 12, 7, "Santander")}


def slip_java(jobs: list[tuple[str, Slip]], work: Path):
    folder = work / "java"
    if not (folder / "lib").exists():
        shutil.copytree(HERE / "java", folder, dirs_exist_ok=True)
        subprocess.run(["mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"], cwd=folder, check=True)
    subprocess.run(["javac", "-encoding", "UTF-8", "-cp", "lib/*", "-d", ".", str(HERE / "java" / "Slips.java")], cwd=folder, check=True)
    lines = []
    for name, s in jobs:
        bank = Maker(name).r.choice(sorted(JAVA_BANKS))
        wallet, ours, account, _ = JAVA_BANKS[bank]
        d = s.bank_digits
        fact = {
            "out": work / f"{name}.pdf",
            "bank": bank,
            "agency": d[:4],
            "agencyDigit": d[4],
            "account": d[5 : 5 + account],
            "accountDigit": d[13],
            "wallet": wallet,
        }
        fact |= {
            "ours": (d + d)[14 : 14 + ours],
            "oursDigit": d[11],
            "agreement": d[14:21] if bank == "001" else d[14:18],
            "amount": f"{s.amount:.2f}",
            "number": s.number,
        }
        fact |= {"species": s.species, "accepted": int(s.accepted), "instructions": "|".join(s.instructions), "place": s.place}
        fact |= {k: f"{v:%d/%m/%Y}" for k, v in (("issued", s.issued), ("processed", s.processed), ("due", s.due))}
        for who, p in (("payee", s.payee), ("payer", s.payer)):
            street = f"{p.street}, {p.house}" + (f", {p.extra}" if p.extra else "")
            fact |= {
                f"{who}.{k}": v
                for k, v in {
                    "name": p.name,
                    "number": written(p.number),
                    "street": street,
                    "district": p.district,
                    "town": p.town,
                    "uf": p.uf,
                    "cep": f"{p.cep[:5]}-{p.cep[5:]}",
                }.items()
            }
        lines.append("\t".join(f"{k}={v}" for k, v in fact.items()))
    (work / "jobs.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    subprocess.run(["java", "-Djava.awt.headless=true", "-cp", ".:lib/*", "Slips", str(work / "jobs.tsv")], cwd=folder, check=True)
    for name, s in jobs:
        if (told := work / f"{name}.pdf.facts").exists():
            facts = dict(line.split("=", 1) for line in told.read_text(encoding="utf-8").splitlines())
            yield name, facts | {"accepted": "S" if s.accepted else "N", "logo": JAVA_BANKS[Maker(name).r.choice(sorted(JAVA_BANKS))][3]}


def written(n: str) -> str:
    """A CPF or CNPJ with its punctuation."""
    return f"{n[:3]}.{n[3:6]}.{n[6:9]}-{n[9:]}" if len(n) == 11 else f"{n[:2]}.{n[2:5]}.{n[5:8]}/{n[8:12]}-{n[12:]}"


def slip_python(jobs: list[tuple[str, Slip]], work: Path):
    """pyboleto, as a sheet and as a booklet."""
    from pyboleto.bank import bradesco, caixa, itau, santander
    from pyboleto.pdf import BoletoPDF

    kinds = {
        "bradesco": (bradesco.BoletoBradesco, "06", 11, 7),
        "itau": (itau.BoletoItau, "175", 8, 5),
        "santander": (santander.BoletoSantander, "102", 12, 7),
        "caixa": (caixa.BoletoCaixa, "SR", 8, 11),
    }
    for name, s in jobs:
        r = Maker(name).r
        make, wallet, ours, account = kinds[r.choice(sorted(kinds))]
        b, d = make(), s.bank_digits
        b.carteira, b.agencia_cedente, b.conta_cedente = wallet, d[:4], d[4 : 4 + account]
        b.nosso_numero = "80" + d[15 : 15 + ours] if wallet == "SR" else d[-ours:]
        p, q = s.payee, s.payer
        b.cedente, b.cedente_documento = p.name, written(p.number)
        b.cedente_endereco = f"{p.street}, {p.house}{' ' + p.extra if p.extra else ''} - {p.town}/{p.uf} - CEP: {p.cep[:5]}-{p.cep[5:]}"[:80]
        b.sacado = [
            f"{q.name} - {'CPF' if len(q.number) == 11 else 'CNPJ'}: {written(q.number)}"[:80],
            f"{q.street}, {q.house}{' ' + q.extra if q.extra else ''} - {q.district}",
            f"{q.town}/{q.uf} - CEP: {q.cep[:5]}-{q.cep[5:]}",
        ]
        b.data_vencimento, b.data_documento, b.data_processamento = s.due, s.issued, s.processed
        b.numero_documento, b.especie_documento, b.aceite = s.number, s.species, "A" if s.accepted else "N"
        b.valor_documento, b.valor = s.amount, s.amount
        b.instrucoes, b.demonstrativo = s.instructions, [f"Parcela de {brazilian(s.amount)}"]
        booklet = r.random() < 0.3
        pdf = BoletoPDF(str(work / f"{name}.pdf"), landscape=booklet)
        if booklet:
            pdf.drawBoletoCarne(b, 5)
        else:
            pdf.drawBoleto(b)
        pdf.save()
        yield name, {
            "line": b.linha_digitavel,
            "agency": b.agencia_conta_cedente,
            "ours": str(b.format_nosso_numero()),
            "wallet": str(b.carteira),
            "accepted": b.aceite,
            "place": b.local_pagamento,
            "logo": {"06": "Bradesco", "175": "Banco Itaú S.A.", "102": "Santander", "SR": "CAIXA"}.get(wallet),
        }


# Banks of gerador-boletos: wallet, digits of the number at the bank, of the code of who is paid.
PDFKIT_BANKS = {"Bradesco": ("09", 11, 7), "Itau": ("109", 8, 5), "Sicoob": ("1", 7, 7), "Caixa": ("14", 15, 6), "Cecred": ("01", 17, 8)}


def slip_pdfkit(jobs: list[tuple[str, Slip]], work: Path):
    lines = []
    for name, s in jobs:
        bank, d = Maker(name).r.choice(sorted(PDFKIT_BANKS)), s.bank_digits
        wallet, ours, code = PDFKIT_BANKS[bank]
        place = lambda p: {
            "Logradouro": f"{p.street}, {p.house}" + (f" {p.extra}" if p.extra else ""),
            "Bairro": p.district,
            "Cidade": p.town,
            "Uf": p.uf,
            "Cep": f"{p.cep[:5]}-{p.cep[5:]}",
        }
        day = lambda v: [v.day, v.month, v.year]
        facts = {
            "payer": {"Nome": s.payer.name, "RegistroNacional": s.payer.number},
            "payer_place": place(s.payer),
            "payee": {
                "Nome": s.payee.name,
                "RegistroNacional": s.payee.number,
                "NumeroConvenio": d[17:23],
                "Carteira": wallet,
                "Agencia": d[:4],
                "DigitoAgencia": d[4],
                "CodigoBeneficiario": d[5 : 5 + code],
                "DigitoCodigoBeneficiario": d[13],
                "NossoNumero": d[:ours],
                "DigitoNossoNumero": d[14],
            },
            "payee_place": place(s.payee),
            "instructions": s.instructions,
            "days": {"Vencimento": day(s.due), "Processamento": day(s.processed), "Documento": day(s.issued)},
            "slip": {"ValorBoleto": s.amount, "NumeroDoDocumento": s.number, "EspecieDocumento": s.species},
        }
        lines.append({"kind": "pdfkit", "bank": bank, "facts": facts, "out": str(work / f"{name}.pdf")})
    npm(lines, work)
    for name, _ in jobs:
        if (told := work / f"{name}.pdf.json").exists():
            yield name, json.loads(told.read_text(encoding="utf-8")) | {"logos": True}


def slip_page(jobs: list[tuple[str, Slip]], work: Path):
    """pybrboleto's pages, of eight banks. It is written for Python 2: what it asks for there is given, its logos are left out."""
    from pybrboleto import html
    from pybrboleto.bank import bancodobrasil, banrisul, bradesco, caixa_sigcb, itau, real, santander

    html.unicode = bytes
    kinds = {
        "001": (lambda: bancodobrasil.BoletoBB(7, 2), "18", 10, 8),
        "041": (banrisul.BoletoBanrisul, "1", 8, 6),
        "237": (bradesco.BoletoBradesco, "06", 11, 7),
        "104": (caixa_sigcb.BoletoCaixaSigcb, "SR", 17, 6),
        "341": (itau.BoletoItau, "175", 8, 5),
        "356": (real.BoletoReal, "57", 7, 7),
        "033": (santander.BoletoSantander, "102", 12, 7),
    }
    for name, s in jobs:
        make, wallet, ours, account = kinds[Maker(name).r.choice(sorted(kinds))]
        b, d, p, q = make(), s.bank_digits, s.payee, s.payer
        b.carteira, b.agencia_cedente, b.conta_cedente, b.convenio = wallet, d[:4], d[4 : 4 + account], d[17:24]
        b.nosso_numero = ("24" + d)[:ours] if wallet == "SR" else d[-ours:]
        while make is banrisul.BoletoBanrisul and len(b.campo_livre) != 25:  # it writes 11 for a check digit of nought
            b.nosso_numero = str(int(b.nosso_numero) + 1)
        b.cedente, b.cedente_documento = p.name, written(p.number)
        place = f" - {p.town}/{p.uf} - CEP: {p.cep[:5]}-{p.cep[5:]}"
        b.cedente_endereco = f"{p.street}, {p.house}{' ' + p.extra if p.extra else ''}"[: 80 - len(place)] + place  # it takes 80 characters
        b.sacado = [
            f"{q.name} - {'CPF' if len(q.number) == 11 else 'CNPJ'}: {written(q.number)}",
            f"{q.street}, {q.house}{' ' + q.extra if q.extra else ''} - {q.district}",
            f"{q.town}/{q.uf} - CEP: {q.cep[:5]}-{q.cep[5:]}",
        ]
        b.data_vencimento, b.data_documento, b.data_processamento = s.due, s.issued, s.processed
        b.numero_documento, b.especie_documento, b.aceite = s.number, s.species, "A" if s.accepted else "N"
        b.valor_documento, b.valor, b.logo_image = s.amount, s.amount, ""
        b.instrucoes, b.demonstrativo = s.instructions, [f"Parcela de {brazilian(s.amount)}"]
        page = html.BoletoHTML(str(work / f"{name}.html"))
        page.drawBoleto(b)
        page.save()
        browser_print(work / f"{name}.html", work / f"{name}.pdf")
        yield name, {
            "line": b.linha_digitavel,
            "agency": b.agencia_conta_cedente,
            "ours": str(b.format_nosso_numero()),
            "wallet": str(b.carteira),
            "accepted": b.aceite,
            "place": b.local_pagamento,
        }


def slip_cobranca(jobs: list[tuple[str, Slip]], work: Path):
    """pycobranca: slips of all its banks in both its models, as a booklet, and under an invoice of its items."""
    from pycobranca.bancos.base import REGISTRO
    from pycobranca.exceptions import BoletoInvalido, DadosInvalidos
    from pycobranca.render import render_boleto_pdf, render_carne_pdf, render_fatura_pdf

    for name, s in jobs:
        r, p, q, d = Maker(name).r, s.payee, s.payer, s.bank_digits * 2
        make = REGISTRO[r.choice(sorted(REGISTRO))]
        numbers = {"agencia": d[:4], "conta": d[4:10]} | {k: d[at : at + r.randint(max(least, min(4, most)), most)] for at, (k, (least, most)) in enumerate(sorted(make.regras_campos.items()))}
        place = lambda p: f"{p.street}, {p.house}{' ' + p.extra if p.extra else ''} - {p.district} - {p.town}/{p.uf} - CEP {p.cep[:5]}-{p.cep[5:]}"
        b = make(
            valor=f"{s.amount:.2f}",
            cedente=p.name,
            cedente_documento=written(p.number),
            cedente_endereco=place(p),
            carteira=r.choice(make.carteiras or ("1",)),
            data_vencimento=s.due,
            data_documento=s.issued,
            numero_documento=s.number,
            sacado=q.name,
            sacado_documento=written(q.number),
            sacado_endereco=place(q),
            especie_documento=s.species,
            aceite="A" if s.accepted else "N",
            local_pagamento=s.place,
            instrucoes=s.instructions,
            **numbers,
        )
        model, kind = r.choice(["classico", "moderno"]), r.random()
        try:
            context = b.contexto_render()
        except (BoletoInvalido, DadosInvalidos):
            continue
        if kind < 0.2:
            pdf = render_carne_pdf({"parcelas": [context]})
        elif kind < 0.4:
            pdf = render_fatura_pdf(context | {"itens": [{"descricao": "Mensalidade", "valor": context["valor_documento"]}]}, model)
        else:
            pdf = render_boleto_pdf(context, model)
        (work / f"{name}.pdf").write_bytes(pdf)
        yield name, {
            "line": b.linha_digitavel,
            "agency": b.agencia_conta_formatado(),
            "ours": b.nosso_numero_formatado(),
            "wallet": b.carteira,
            "names": [make.nome],
            "accepted": b.aceite,
            "processed": s.issued,
            "place": s.place,
        }
