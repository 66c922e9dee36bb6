"""The truth of a document: of the facts it was made from, those that stand on it, as it prints them."""

import re

import pypdfium2

from facts import Invoice, Party, Service, Slip


def text_of(pdf: bytes) -> tuple[str, int]:
    """The text in the order of drawing (lines of one cell stay together), and the number of pages."""
    doc = pypdfium2.PdfDocument(pdf)
    pages = [p.get_textpage().get_text_range() for p in doc]
    return "\n".join(pages).replace("\r", "").replace("\ufffe", "-"), len(pages)


def brazilian(value: float, decimals: int = 2) -> str:
    whole, _, part = f"{value:,.{decimals}f}".partition(".")
    return whole.replace(",", ".") + ("," + part if part else "")


def shorter(value: str, least: float) -> range:
    """Lengths to look for: the whole value, then as much of it as a narrow cell may show."""
    return range(len(value), min(len(value), max(2, int(len(value) * least))) - 1, -1)


def broken(number: str) -> str:
    """The pattern of a number that a narrow cell may have broken over two lines."""
    return r"\n?".join(map(re.escape, number))


class Page:
    def __init__(self, pdf: bytes):
        text, self.pages = text_of(pdf)
        self.text = re.sub(r"(?<=,\d{4})(?=(?:0|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d*),\d)", " ", text)  # two numbers over each other for want of room

    def has(self, pattern: str) -> bool:
        return re.search(pattern, self.text, re.IGNORECASE) is not None

    def words(self, value: str, least: float = 0.5) -> str | None:
        """The value as printed, or as much of its beginning as a narrow cell shows."""
        value = " ".join(value.split())
        for end in shorter(value, least):
            part = value[:end].strip()
            pattern = r"\s*".join(re.escape(c) for c in part.replace(" ", ""))
            if m := re.search(r"(?<!\w)" + pattern + (r"(?!\w)" if end == len(value) else ""), self.text, re.IGNORECASE):
                same = "".join(m[0].split()).casefold() == "".join(part.split()).casefold()
                return self._blanks(m[0], part) if same else " ".join(m[0].split())
        return None

    @staticmethod
    def _blanks(found: str, value: str) -> str:
        """The printed letters with the blanks of the value: a line's end in a cell is a blank only where the value has one."""
        letters, out = iter("".join(found.split())), []
        for c in value:
            out.append(" " if c == " " else next(letters))
        return "".join(out)

    def digits(self, value: str, least: float = 0.6) -> str | None:
        """Digits with any punctuation between them; a narrow cell may break them, or cut the last ones off."""
        for end in shorter(value, least):
            if re.search(r"(?<![\d])" + r"[ .\-/\n]{0,2}".join(map(re.escape, value[:end])) + r"(?!\d)", self.text, re.IGNORECASE):
                return value[:end]
        return None

    def money(self, value: float) -> float | None:
        forms = {brazilian(value), brazilian(value).replace(".", ""), f"{value:.2f}"}
        return value if any(re.search(r"(?<![\d.,])" + broken(form) + r"(?![\d])", self.text) for form in forms) else None

    def decimal(self, value: float) -> float | None:
        """The value with as many decimals as are printed: two at least, unless it has fewer. Some round a half up."""
        for n in range(10, -1, -1):
            if n < 2 and round(value, n) != value:
                break
            for v in (value, value * (1 + 1e-12)):
                for form in {brazilian(v, n), brazilian(v, n).replace(".", "")}:
                    if re.search(r"(?<![\d.,])" + broken(form) + r"(?![\d.,])", self.text):
                        return round(v, n)
        return None

    def date(self, value) -> str | None:
        return f"{value:%Y-%m-%d}" if self.has(f"{value:%d[/-]%m[/-]%Y}") else None

    def address(self, p: Party, district: bool = True) -> str | None:
        """Street, number and complement; where no field is the district's, that too if it goes on in the same line."""
        gap = r"[\s,.\-–]{1,4}"
        pattern = r"\s+".join(map(re.escape, p.street.split())) + gap + r"(?:n[º°]?\s*)?" + re.escape(p.house)
        if p.extra:
            pattern += "(?:" + gap + r"\s+".join(map(re.escape, p.extra.split())) + ")?"
        if district:
            behind = r"[ ]?[,\-–](?:[ ]*|[ ]*[-–]\s*|[ ]*\n)"  # a line that ends with a dash goes on
            pattern += "(?:" + behind + r"\s+".join(map(re.escape, p.district.split())) + ")?"
        found = [" ".join(m[0].split()) for m in re.finditer(pattern, self.text, re.IGNORECASE)]
        if not found:
            return self.words(p.street, 1)
        letters = lambda s: sum(map(str.isalnum, s))
        later = reversed(found)  # a stub at the top sets other signs between the parts
        return min(later, key=lambda s: (p.district.casefold() in s.casefold() and p.district.casefold() not in p.street.casefold(), -letters(s)))


def keep(**fields) -> dict:
    return {k: v for k, v in fields.items() if v not in (None, [], "")}


# What must be printed beside an amount, since 0,00 stands everywhere.
SUMS = {
    "base_calculo_icms": r"(base (de )?c[aá]lc\S*|bc|b\. ?c\S*) (do |de )?icms(?! ?(s\.?t|subst))",
    "valor_icms": r"valor (do )?icms(?! ?(s\.?t|subst))",
    "valor_icms_st": r"(valor do )?icms ?(s\.?t|subst)",
    "valor_ipi": r"(valor|total) (total )?(do )?ipi",
    "valor_produtos": r"(valor )?total dos produtos|valor (dos )?produtos",
    "valor_frete": r"valor (do )?frete",
    "valor_seguro": r"valor (do )?seguro",
    "valor_desconto": r"desconto",
    "valor_outras_despesas": r"outras desp",
    "valor_total": r"(valor )?total da n|valor total",
}
COLUMNS = {
    "codigo": r"c[oó]d",
    "quantidade": r"quant|qtd",
    "unidade": r"\bun|qtd",
    "valor_unitario": r"unit",
    "valor_total": r"v(alor|lr?)?\.? ?total",
    "ncm": r"ncm",
    "cst": r"cst|csosn",
    "cfop": r"cfop",
    "base_icms": r"(bc|b\. ?c\S*|base)\W{0,3}(c[aá]lc\S*\s*)?(do |de )?\s*icms|bases de c",
    "valor_icms": r"v(alor|lr?)?\.?\s*(do )?icms|valor dos trib",
    "aliquota_icms": r"(%|al[ií]q\S*)\s*icms|icms\s*%|%\s*icms|al[ií]q",
}


def invoice(n: Invoice, pdf: bytes, told: dict) -> tuple[dict, int]:
    """told: fields that the program puts in its own words."""
    p = Page(pdf)
    amounts = dict(
        base_calculo_icms=n.sum("base"),
        valor_icms=n.sum("icms"),
        valor_icms_st=n.sum("st"),
        valor_ipi=n.sum("ipi"),
        valor_produtos=n.sum("total"),
        valor_frete=n.freight,
        valor_seguro=n.insurance,
        valor_desconto=n.discount,
        valor_outras_despesas=n.other,
        valor_total=n.total,
    )
    frete = re.search(
        rf"frete por conta[\s\S]*?^\s*(\(?{n.freight_by}\)?\s*[-–]?\s*[^\W\d][^\n\d]{{2,60}})$", p.text, re.MULTILINE | re.IGNORECASE
    )
    party = lambda name, who: {
        f"{name}_nome": p.words(who.name),
        f"{name}_endereco": p.address(who, district=name == "emitente"),
        f"{name}_municipio": p.words(who.town, 1),
        f"{name}_uf": who.uf if p.has(rf"(?<!\w){who.uf}(?!\w)") else None,
        f"{name}_inscricao_estadual": p.digits(who.ie) if who.ie else None,
    }
    fields = keep(
        chave_acesso=p.digits(n.key, 1),
        numero=str(n.number) if p.has(rf"\b0*{n.number}\b") or p.digits(f"{n.number:09d}", 1) else None,
        serie=str(n.series) if p.has(rf"s[ée]rie:?\s*0*{n.series}\b") else None,
        natureza_operacao=p.words(n.nature),
        tipo_operacao=(
            ("saida" if n.out else "entrada") if p.has(r"entrada\b[\s\S]{0,40}sa[ií]da|" + ("1 ?- ?sa[ií]da" if n.out else "0 ?- ?entrada")) else None
        ),
        data_emissao=p.date(n.issued),
        data_saida_entrada=p.date(n.left) if p.has(r"data (da |de )?(entrada|sa[ií]da)") else None,
        protocolo_autorizacao=p.digits(n.protocol, 1),
        emitente_cnpj=p.digits(n.issuer.number, 1),
        destinatario_cpf_cnpj=p.digits(n.recipient.number, 1),
        destinatario_bairro=p.words(n.recipient.district, 1),
        destinatario_cep=p.digits(n.recipient.cep, 1),
        **party("emitente", n.issuer),
        **party("destinatario", n.recipient),
        **{k: p.money(v) for k, v in amounts.items() if p.has(SUMS[k])},
        modalidade_frete=" ".join(frete[1].split()) if frete else None,
        transportador_nome=p.words(n.carrier.name) if n.carrier else None,
        transportador_cpf_cnpj=p.digits(n.carrier.number, 1) if n.carrier else None,
        informacoes_complementares=p.words(n.note, 0.3) if n.note else None,
        duplicatas=[
            row
            for i in n.instalments
            if {"vencimento", "valor"} <= (row := keep(numero=p.words(i[0], 1), vencimento=p.date(i[1]), valor=p.money(i[2]))).keys()
        ],
        itens=items(p, n.items) if p.has(r"descri[cç][aã]o") else [],
    )
    return fields | told, p.pages


def items(p: Page, of: list) -> list[dict]:
    """The items whose code and description are printed. The origin stands before the code of taxation (000) on all of them or none (00)."""
    whole = lambda i: not i.cst or p.has(r"(?<!\d)" + r"\s?[/.]?\s?".join(map(re.escape, [i.cst[0], i.cst[1:]])) + r"(?!\d)")
    origin = all(map(whole, of))
    return [row for i in of if {"codigo", "descricao"} <= (row := item(p, i, i.cst if origin else i.cst[1:])).keys()]


def item(p: Page, i, cst: str) -> dict:
    row = dict(
        codigo=p.words(i.code, 1),
        descricao=p.words(i.name),
        ncm=p.digits(i.ncm, 1),
        cst=cst if cst and p.has(r"(?<!\d)" + r"\s?[/.]?\s?".join(map(re.escape, [cst[:1], cst[1:]])) + r"(?!\d)") else None,
        cfop=p.digits(i.cfop, 1),
        unidade=p.words(i.unit, 1),
        quantidade=p.decimal(i.quantity),
        valor_unitario=p.decimal(i.price),
        valor_total=p.money(i.total),
        base_icms=p.money(i.base),
        valor_icms=p.money(i.icms),
        aliquota_icms=p.decimal(i.rate),
    )
    if p.has("bases de c[aá]lculo"):  # one column for all taxes: those that an item has
        row = {k: v for k, v in row.items() if v != 0}
    return keep(**{k: v for k, v in row.items() if k not in COLUMNS or p.has(COLUMNS[k])})


# What pages call the banks, the longest first: where a program has no name of its own for one, as in "payable at Banco Bradesco".
BANKS = {
    "001": ["Banco do Brasil"],
    "033": ["Banco Santander", "Santander"],
    "041": ["Banrisul"],
    "104": ["Caixa Econômica Federal", "CAIXA"],
    "237": ["Banco Bradesco", "Bradesco"],
    "341": ["Banco Itaú", "Itaú"],
    "748": ["Sicredi"],
    "756": ["Sicoob"],
}

# What the logos say of the programs that print those of all banks.
LOGOS = {"001": "Banco do Brasil", "033": "Santander", "085": "Ailos", "104": "CAIXA", "237": "Bradesco", "756": "Sicoob"}


def slip(s: Slip, pdf: bytes, bank: dict) -> tuple[dict, int]:
    """bank: what the program itself made of the facts: payment line, number at the bank, and so on."""
    p = Page(pdf)
    line = re.search(r"\d{5}\.?\d{5}\s+\d{5}\.?\d{6}\s+\d{5}\.?\d{6}\s+\d\s+\d{14}", p.text)
    wanted = re.sub(r"\D", "", bank.get("line", ""))
    printed = re.sub(r"\D", "", line[0]) if line else wanted if wanted and p.digits(wanted, 1) else None
    if not printed or not right_line(printed):
        raise ValueError("no payment line with right check digits")
    rows = [r for r in (p.words(t, 1) for t in s.instructions) if r]
    fields = keep(
        linha_digitavel=printed,
        codigo_barras=printed[:4] + printed[32] + printed[33:47] + printed[4:9] + printed[10:20] + printed[21:31],
        banco_codigo=printed[:3],
        banco_nome=bank.get("logo") or bank.get("logos") and LOGOS.get(printed[:3]) or next((name for name in bank.get("names", BANKS.get(printed[:3], [])) if p.words(name, 1)), None),
        data_vencimento=p.date(s.due),
        valor_documento=p.money(s.amount),
        beneficiario_nome=p.words(s.payee.name),
        beneficiario_cpf_cnpj=p.digits(s.payee.number, 1),
        beneficiario_endereco=p.address(s.payee),
        pagador_nome=p.words(s.payer.name),
        pagador_cpf_cnpj=p.digits(s.payer.number, 1),
        pagador_endereco=p.address(s.payer),
        agencia_codigo_beneficiario=p.words(bank["agency"], 1) if bank.get("agency") else None,
        nosso_numero=m[0] if (m := re.search(re.escape(bank["ours"]) + r"(-\w)*", p.text)) else None,  # some print the check digit twice
        carteira=bank.get("wallet"),
        numero_documento=next((n for k in range(9) if p.words(n := s.number.zfill(len(s.number) + k), 1)), None),
        especie_documento=p.words(bank.get("species", s.species), 1),
        aceite=bank.get("accepted"),
        local_pagamento=p.words(bank.get("place", s.place)),
        data_documento=p.date(s.issued),
        data_processamento=p.date(bank.get("processed", s.processed)) if p.has("process") else None,
        instrucoes=" ".join(rows),
    )
    return fields, p.pages


def treatment(s: Service, pdf: bytes) -> tuple[dict, int]:
    p = Page(pdf)
    fields = keep(
        tipo="nota_fiscal",
        numero_documento=p.words(s.number, 1),
        data_emissao=p.date(s.issued),
        prestador_nome=p.words(s.provider.name),
        prestador_cpf_cnpj=p.digits(s.provider.number, 1),
        pagador_nome=p.words(s.taker.name),
        pagador_cpf=p.digits(s.taker.number, 1),
        descricao_servico=p.words(s.what),
        valor=p.money(s.amount),
        cidade=p.words(s.provider.town, 1),
        uf=s.provider.uf,
    )
    return fields, p.pages


def right_line(n: str) -> bool:
    """Reports whether a payment line of 47 digits is one: its four check digits are right."""
    if len(n) != 47:
        return False
    for a, b in ((0, 9), (10, 20), (21, 31)):
        total = sum(sum(divmod(int(d) * (2 - k % 2), 10)) for k, d in enumerate(reversed(n[a:b])))
        if int(n[b]) != -total % 10:
            return False
    bars = n[:4] + n[33:47] + n[4:9] + n[10:20] + n[21:31]
    rest = sum(int(d) * (2 + k % 8) for k, d in enumerate(reversed(bars))) % 11
    return int(n[32]) == (1 if rest in (0, 1, 10) else 11 - rest)
