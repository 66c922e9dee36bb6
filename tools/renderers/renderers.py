"""The programs of others: each takes facts and gives PDFs, or nothing where it refuses the facts."""

import importlib.util
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import fiscal
import slips
from facts import Invoice, Maker, Service
from outside import npm


def danfe_python(jobs: list[tuple[str, Invoice]], work: Path):
    """brazilfiscalreport, in its layouts of both manuals, its fonts, sizes and choices."""
    from brazilfiscalreport.danfe import Danfe, DanfeConfig
    from brazilfiscalreport.danfe import config as c

    for name, n in jobs:
        r = Maker(name).r
        config = DanfeConfig(
            receipt_pos=(
                c.ReceiptPosition.LEFT if n.landscape else r.choice([c.ReceiptPosition.TOP, c.ReceiptPosition.BOTTOM])
            ),  # at the left it fits a lying sheet only
            decimal_config=c.DecimalConfig(r.choice([2, 4, 4]), r.choice([2, 3, 4])),
            tax_configuration=r.choice(list(c.TaxConfiguration)),
            invoice_display=r.choice(list(c.InvoiceDisplay)),
            font_type=r.choice(list(c.FontType)),
            font_size=r.choice([c.FontSize.SMALL, c.FontSize.SMALL, c.FontSize.BIG]),
            display_pis_cofins=r.random() < 0.3,
            layout=r.choice([c.DanfeLayout.AUTO, c.DanfeLayout.MOC_7_0, c.DanfeLayout.NT_2026_010]),
        )
        Danfe(xml=fiscal.nfe(n), config=config).output(str(work / f"{name}.pdf"))
        yield name, {}


def label_python(jobs: list[tuple[str, Invoice]], work: Path):
    """The label of 10 by 15 cm (DANFE simplificado) of brazilfiscalreport."""
    from brazilfiscalreport.danfe import DanfeEtiqueta, DanfeEtiquetaConfig

    for name, n in jobs:
        config = DanfeEtiquetaConfig(display_items=Maker(name).r.random() < 0.5)
        DanfeEtiqueta(xml=fiscal.nfe(n), config=config).output(str(work / f"{name}.pdf"))
        yield name, {}


def danfe_node(jobs: list[tuple[str, Invoice]], work: Path, **by):
    lines = []
    for name, n in jobs:
        (work / f"{name}.xml").write_text(fiscal.nfe(n), encoding="utf-8")
        lines.append({"kind": "danfe", "xml": str(work / f"{name}.xml"), "out": str(work / f"{name}.pdf")} | by)
    npm(lines, work)
    yield from ((name, {}) for name, _ in jobs)


SPED_FREIGHT = {
    "0": "0-Emitente",
    "1": "1-Destinatário",
    "2": "2-Terceiros",
    "3": "3-Próprio por conta do remetente",
    "4": "4-Próprio por conta do destinatário",
    "9": "9-Sem Transporte",
}


def danfe_sped(jobs: list[tuple[str, Invoice]], work: Path):
    """node-sped-pdf. It has the day of issue for that of leaving too, no base nor tax of an item, and a rate and a code of few kinds of tax."""
    for name, told in danfe_node(jobs, work, kind="sped"):
        n = dict(jobs)[name]
        known = [i.cst[1:] == ("102" if n.simples else "00") for i in n.items]
        items = [replace(i, base=0.0, icms=0.0, cst=i.cst if k else "", rate=i.rate if k else 0.0) for i, k in zip(n.items, known)]
        sums = {"base_calculo_icms": n.sum("base"), "valor_icms": n.sum("icms"), "modalidade_frete": SPED_FREIGHT[n.freight_by]}
        yield name, {"facts": replace(n, left=n.issued, items=items)} | sums


TRUST_FREIGHT = {
    "0": "0 - Contratação por conta do Remetente (CIF)",
    "1": "1 - Contratação por conta do Destinatário (FOB)",
    "2": "2 - Contratação por conta de Terceiros",
    "3": "3 - Transporte Próprio por conta do Remetente",
    "4": "4 - Transporte Próprio por conta do Destinatário",
    "9": "9 - Sem Ocorrência de Transporte",
}


def danfe_trust(jobs: list[tuple[str, Invoice]], work: Path):
    """The DANFE of pytrustnfe3. Of that package only the file that prints is loaded: the others are for sending."""
    from lxml import etree

    package = Path(importlib.util.find_spec("pytrustnfe").submodule_search_locations[0])
    spec = importlib.util.spec_from_file_location("trust_danfe", package / "nfe" / "danfe.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, n in jobs:
        with open(work / f"{name}.pdf", "wb") as out:
            module.danfe(list_xml=[etree.fromstring(fiscal.nfe(n).encode())], recibo=Maker(name).r.random() < 0.7).writeto_pdf(out)
        yield name, {"modalidade_frete": TRUST_FREIGHT[n.freight_by]}


def relatives(jobs: list[tuple[str, None]], work: Path):
    """Fiscal documents near an NF-e that are none of the types: waybill, manifest, letter of correction, receipt of a shop, invoice of services."""
    from brazilfiscalreport.dacce import DaCCe
    from brazilfiscalreport.dacte import Dacte
    from brazilfiscalreport.damdfe import Damdfe
    from brazilfiscalreport.danfce import Danfce
    from brazilfiscalreport.danfse import Danfse

    for k, (name, _) in enumerate(jobs):
        m, out = Maker(name), str(work / f"{name}.pdf")
        if k % 5 == 0:
            Dacte(xml=fiscal.cte(m)).output(out)
        elif k % 5 == 1:
            Damdfe(xml=fiscal.mdfe(m)).output(out)
        elif k % 5 == 2:
            xml, n = fiscal.correction(m)
            p = n.issuer
            DaCCe(
                xml=xml,
                emitente={
                    "nome": p.name,
                    "end": f"{p.street}, {p.house}",
                    "bairro": p.district,
                    "cep": p.cep,
                    "cidade": p.town,
                    "uf": p.uf,
                    "fone": p.phone,
                },
            ).output(out)
        elif k % 5 == 3:
            Danfse(xml=fiscal.nfse(m, m.service())).output(out)
        else:
            Danfce(xml=fiscal.nfe(m.invoice(), "65")).output(out)
        yield name, {}


def receipts_node(jobs: list[tuple[str, None]], work: Path):
    """Receipts of shops (NFC-e) of node-sped-pdf and @alexssmusica/node-pdf-nfe: none of the types."""
    lines = []
    for k, (name, _) in enumerate(jobs):
        (work / f"{name}.xml").write_text(fiscal.nfe(Maker(name).invoice(), "65"), encoding="utf-8")
        lines.append({"kind": "sped", "shop": True} if k % 2 else {"kind": "danfe"})
        lines[-1] |= {"xml": str(work / f"{name}.xml"), "out": str(work / f"{name}.pdf")}
    npm(lines, work)
    yield from ((name, {}) for name, _ in jobs if (work / f"{name}.pdf").exists())


def treatment_python(jobs: list[tuple[str, Service]], work: Path):
    """Invoices of clinics, as the DANFSe of brazilfiscalreport."""
    from brazilfiscalreport.danfse import Danfse

    for name, s in jobs:
        Danfse(xml=fiscal.nfse(Maker(name), s)).output(str(work / f"{name}.pdf"))
        yield name, {}


def treatment_generator(jobs: list[tuple[str, Service]], work: Path):
    """Invoices of clinics, as the DANFSe of gerador-danfse."""
    from gerador_danfse import generate_danfse_pdf

    for name, s in jobs:
        (work / f"{name}.xml").write_text(fiscal.nfse(Maker(name), s), encoding="utf-8")
        generate_danfse_pdf(str(work / f"{name}.xml"), str(work / f"{name}.pdf"))
        yield name, {}


def treatment_national(jobs: list[tuple[str, Service]], work: Path):
    """Invoices of clinics, as the DANFSe of pynfse-nacional."""
    from pynfse_nacional.pdf_generator import generate_danfse_from_xml

    for name, s in jobs:
        generate_danfse_from_xml(fiscal.nfse(Maker(name), s), str(work / f"{name}.pdf"))
        yield name, {}


# Name of the set: what it prints, of which type, from which facts.
ALL = {
    "danfe-py": (danfe_python, "NFE", "invoice"),
    "danfe-label": (label_python, "NFE", "invoice"),
    "danfe-npm": (danfe_node, "NFE", "invoice"),
    "danfe-wizard": (partial(danfe_node, kind="wizard"), "NFE", "invoice"),
    "danfe-pdfkit": (partial(danfe_node, by="nfe-danfe-pdf"), "NFE", "invoice"),
    "danfe-trust": (danfe_trust, "NFE", "invoice"),
    "danfe-sped": (danfe_sped, "NFE", "invoice"),
    "boleto-npm": (slips.slip_node, "BOLETO", "slip"),
    "boleto-java": (slips.slip_java, "BOLETO", "slip"),
    "boleto-py": (slips.slip_python, "BOLETO", "slip"),
    "boleto-html": (slips.slip_html, "BOLETO", "slip"),
    "boleto-pdfkit": (slips.slip_pdfkit, "BOLETO", "slip"),
    "boleto-cobranca": (slips.slip_cobranca, "BOLETO", "slip"),
    "boleto-page": (slips.slip_page, "BOLETO", "slip"),
    "danfse-py": (treatment_python, "DESPESA_MEDICA", "treatment"),
    "danfse-generator": (treatment_generator, "DESPESA_MEDICA", "treatment"),
    "danfse-national": (treatment_national, "DESPESA_MEDICA", "treatment"),
    "relatives": (relatives, None, None),
    "relatives-npm": (receipts_node, None, None),
}

if __name__ == "__main__":
    print("\n".join(ALL), file=sys.stdout)
