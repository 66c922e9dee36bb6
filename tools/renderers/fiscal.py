"""The XML of an NF-e, and of the fiscal documents that are its relatives and none of the types."""

from xml.sax.saxutils import escape

from facts import Invoice, Item, Maker, Party, Service, digit11

NS = "http://www.portalfiscal.inf.br/"


def tag(name: str, *content, **attributes) -> str:
    """An element; content is text, numbers of money, or elements already made (they begin with <)."""
    inner = "".join(c if isinstance(c, str) and c.startswith("<") else f"{c:.2f}" if isinstance(c, float) else escape(str(c)) for c in content)
    return f"<{name}{''.join(f' {k}={chr(34)}{v}{chr(34)}' for k, v in attributes.items())}>{inner}</{name}>"


def number(p: Party) -> str:
    return tag("CPF" if len(p.number) == 11 else "CNPJ", p.number)


def address(p: Party, name: str, phone: bool = True) -> str:
    return tag(
        name,
        tag("xLgr", p.street),
        tag("nro", p.house),
        tag("xCpl", p.extra) if p.extra else "",
        tag("xBairro", p.district),
        tag("cMun", p.ibge),
        tag("xMun", p.town),
        tag("UF", p.uf) if name in ("enderEmit", "enderDest") else "",
        tag("CEP", p.cep),
        "" if name in ("enderEmit", "enderDest") else tag("UF", p.uf),
        tag("cPais", "1058"),
        tag("xPais", "BRASIL"),
        tag("fone", p.phone) if p.phone and phone else "",
    )


def icms(i: Item, simples: bool) -> str:
    head = tag("orig", i.cst[0])
    if simples:
        kind = {"102": "102", "101": "101", "500": "500"}[i.cst[1:]]
        credit = tag("pCredSN", 1.25) + tag("vCredICMSSN", round(i.total * 0.0125, 2)) if kind == "101" else ""
        return tag("ICMS", tag(f"ICMSSN{kind}", head + tag("CSOSN", kind) + credit))
    cst = i.cst[1:]
    own = tag("modBC", "3") + (tag("pRedBC", 40.0) if cst == "20" else "") + tag("vBC", i.base) + tag("pICMS", i.rate) + tag("vICMS", i.icms)
    if cst in ("40", "41", "60"):
        own = ""
    st = tag("modBCST", "4") + tag("pMVAST", 35.0) + tag("vBCST", i.base_st) + tag("pICMSST", i.rate) + tag("vICMSST", i.st) if cst == "10" else ""
    return tag("ICMS", tag("ICMS40" if cst in ("40", "41") else f"ICMS{cst}", head + tag("CST", cst) + own + st))


def detail(k: int, i: Item, simples: bool) -> str:
    prod = tag(
        "prod",
        tag("cProd", i.code),
        tag("cEAN", "SEM GTIN"),
        tag("xProd", i.name),
        tag("NCM", i.ncm),
        tag("CFOP", i.cfop),
        tag("uCom", i.unit),
        tag("qCom", f"{i.quantity:.4f}"),
        tag("vUnCom", f"{i.price:.10f}"),
        tag("vProd", i.total),
        tag("cEANTrib", "SEM GTIN"),
        tag("uTrib", i.unit),
        tag("qTrib", f"{i.quantity:.4f}"),
        tag("vUnTrib", f"{i.price:.10f}"),
        tag("indTot", "1"),
    )
    ipi = (
        tag("IPI", tag("cEnq", "999") + tag("IPITrib", tag("CST", "50") + tag("vBC", i.total) + tag("pIPI", i.ipi_rate) + tag("vIPI", i.ipi)))
        if i.ipi
        else ""
    )
    taxes = tag("imposto", icms(i, simples) + ipi + tag("PIS", tag("PISNT", tag("CST", "07"))) + tag("COFINS", tag("COFINSNT", tag("CST", "07"))))
    return tag("det", prod + taxes + (tag("infAdProd", i.note) if i.note else ""), nItem=k)


def totals(n: Invoice) -> str:
    sums = {
        "vBC": n.sum("base"),
        "vICMS": n.sum("icms"),
        "vICMSDeson": 0.0,
        "vFCP": 0.0,
        "vBCST": n.sum("base_st"),
        "vST": n.sum("st"),
        "vFCPST": 0.0,
        "vFCPSTRet": 0.0,
        "vProd": n.sum("total"),
        "vFrete": n.freight,
        "vSeg": n.insurance,
        "vDesc": n.discount,
        "vII": 0.0,
        "vIPI": n.sum("ipi"),
        "vIPIDevol": 0.0,
        "vPIS": 0.0,
        "vCOFINS": 0.0,
        "vOutro": n.other,
        "vNF": n.total,
    }
    return tag("total", tag("ICMSTot", "".join(tag(k, v) for k, v in sums.items())))


def transport(n: Invoice) -> str:
    c = n.carrier
    who = ""
    if c:
        who = tag(
            "transporta",
            number(c)
            + tag("xNome", c.name)
            + (tag("IE", c.ie) if c.ie else "")
            + tag("xEnder", f"{c.street}, {c.house}")
            + tag("xMun", c.town)
            + tag("UF", c.uf),
        )
    volumes = tag("vol", tag("qVol", n.volumes) + tag("esp", "VOLUMES") + tag("pesoL", f"{n.weight * 0.95:.3f}") + tag("pesoB", f"{n.weight:.3f}"))
    return tag("transp", tag("modFrete", n.freight_by) + who + volumes)


def nfe(n: Invoice, model: str = "55") -> str:
    when, left = f"{n.issued:%Y-%m-%dT%H:%M:%S}-03:00", f"{n.left:%Y-%m-%dT%H:%M:%S}-03:00"
    key = n.key
    if model != "55":
        body = key[:20] + model + key[22:43]
        key = body + str(digit11(body, range(2, 10)))
    ide = "".join(
        tag(k, v)
        for k, v in {
            "cUF": n.issuer.ibge[:2],
            "cNF": key[35:43],
            "natOp": n.nature,
            "mod": model,
            "serie": n.series,
            "nNF": n.number,
            "dhEmi": when,
            "dhSaiEnt": left,
            "tpNF": int(n.out),
            "idDest": 1 if n.issuer.uf == n.recipient.uf else 2,
            "cMunFG": n.issuer.ibge,
            "tpImp": 4 if model == "65" else 2 if n.landscape else 1,
            "tpEmis": 1,
            "cDV": key[43],
            "tpAmb": 1,
            "finNFe": 1,
            "indFinal": int(len(n.recipient.number) == 11),
            "indPres": 1,
            "procEmi": 0,
            "verProc": "1.0",
        }.items()
    )
    emit = (
        number(n.issuer) + tag("xNome", n.issuer.name) + address(n.issuer, "enderEmit") + tag("IE", n.issuer.ie) + tag("CRT", 1 if n.simples else 3)
    )
    dest = number(n.recipient) + tag("xNome", n.recipient.name) + address(n.recipient, "enderDest") + tag("indIEDest", 1 if n.recipient.ie else 9)
    dest += tag("IE", n.recipient.ie) if n.recipient.ie else ""
    bill = ""
    if n.instalments:
        bill = tag("fat", tag("nFat", n.number) + tag("vOrig", n.total) + tag("vDesc", 0.0) + tag("vLiq", n.total))
        bill = tag("cobr", bill + "".join(tag("dup", tag("nDup", a) + tag("dVenc", b) + tag("vDup", c)) for a, b, c in n.instalments))
    info = tag("ide", ide) + tag("emit", emit) + tag("dest", dest) + "".join(detail(k + 1, i, n.simples) for k, i in enumerate(n.items))
    info += totals(n) + transport(n) + bill + tag("pag", tag("detPag", tag("tPag", "15") + tag("vPag", n.total)))
    info += tag("infAdic", tag("infCpl", n.note)) if n.note else ""
    proof = "".join(
        tag(k, v)
        for k, v in {
            "tpAmb": 1,
            "verAplic": "1",
            "chNFe": key,
            "dhRecbto": when,
            "nProt": n.protocol,
            "digVal": "A" * 27 + "=",
            "cStat": 100,
            "xMotivo": "Autorizado o uso da NF-e",
        }.items()
    )
    extra = (
        tag(
            "infNFeSupl",
            tag("qrCode", f"http://www.fazenda.gov.br/nfce/qrcode?p={key}|2|1|1|A") + tag("urlChave", "www.fazenda.gov.br/nfce/consulta"),
        )
        if model == "65"
        else ""
    )
    body = tag("NFe", tag("infNFe", info, Id="NFe" + key, versao="4.00") + extra, xmlns=NS + "nfe")
    return '<?xml version="1.0" encoding="UTF-8"?>' + tag(
        "nfeProc", body + tag("protNFe", tag("infProt", proof), versao="4.00"), xmlns=NS + "nfe", versao="4.00"
    )


def relative_key(m: Maker, p: Party, model: str) -> str:
    body = f"{p.ibge[:2]}2505{p.number}{model}001{m.digits(9)}1{m.digits(8)}"
    return body + str(digit11(body, range(2, 10)))


def cte(m: Maker) -> str:
    """A waybill (CT-e)."""
    n = m.invoice()
    carrier, sender, to = m.party(), n.issuer, n.recipient
    key, when = relative_key(m, carrier, "57"), f"{n.issued:%Y-%m-%dT%H:%M:%S}-03:00"
    price = round(m.r.uniform(80, 4000), 2)
    ide = "".join(
        tag(k, v)
        for k, v in {
            "cUF": carrier.ibge[:2],
            "cCT": key[35:43],
            "CFOP": "6353",
            "natOp": "PRESTACAO DE SERVICO DE TRANSPORTE",
            "mod": "57",
            "serie": 1,
            "nCT": int(key[25:34]),
            "dhEmi": when,
            "tpImp": 1,
            "tpEmis": 1,
            "cDV": key[43],
            "tpAmb": 1,
            "tpCTe": 0,
            "procEmi": 0,
            "verProc": "1.0",
            "cMunEnv": carrier.ibge,
            "xMunEnv": carrier.town,
            "UFEnv": carrier.uf,
            "modal": "01",
            "tpServ": 0,
            "cMunIni": sender.ibge,
            "xMunIni": sender.town,
            "UFIni": sender.uf,
            "cMunFim": to.ibge,
            "xMunFim": to.town,
            "UFFim": to.uf,
            "retira": 1,
            "indIEToma": 1,
        }.items()
    )
    ide += tag("toma3", tag("toma", m.r.choice("03")))
    party = lambda name, p, place: tag(name, number(p) + (tag("IE", p.ie) if p.ie else "") + tag("xNome", p.name) + address(p, place))
    parts = tag(
        "emit", tag("CNPJ", carrier.number) + tag("IE", carrier.ie) + tag("xNome", carrier.name) + address(carrier, "enderEmit") + tag("CRT", 3)
    )
    parts += party("rem", sender, "enderReme") + party("dest", to, "enderDest")
    charge = tag("vPrest", tag("vTPrest", price) + tag("vRec", price) + tag("Comp", tag("xNome", "FRETE VALOR") + tag("vComp", price)))
    tax = tag(
        "imp",
        tag("ICMS", tag("ICMS00", tag("CST", "00") + tag("vBC", price) + tag("pICMS", 12.0) + tag("vICMS", round(price * 0.12, 2))))
        + tag("vTotTrib", round(price * 0.2, 2)),
    )
    load = tag(
        "infCarga",
        tag("vCarga", n.total)
        + tag("proPred", "DIVERSOS")
        + tag("infQ", tag("cUnid", "01") + tag("tpMed", "PESO BRUTO") + tag("qCarga", f"{n.weight:.4f}")),
    )
    normal = tag(
        "infCTeNorm",
        load + tag("infDoc", tag("infNFe", tag("chave", n.key))) + tag("infModal", tag("rodo", tag("RNTRC", m.digits(8))), versaoModal="4.00"),
    )
    info = tag("ide", ide) + tag("compl", tag("xObs", n.note or "Sem ocorrências.")) + parts + charge + tax + normal
    proof = "".join(
        tag(k, v)
        for k, v in {
            "tpAmb": 1,
            "verAplic": "1",
            "chCTe": key,
            "dhRecbto": when,
            "nProt": n.protocol,
            "digVal": "A=",
            "cStat": 100,
            "xMotivo": "Autorizado",
        }.items()
    )
    body = tag(
        "CTe",
        tag("infCte", info, Id="CTe" + key, versao="4.00")
        + tag("infCTeSupl", tag("qrCodCTe", f"https://dfe-portal.svrs.rs.gov.br/cte/qrCode?chCTe={key}&tpAmb=1")),
        xmlns=NS + "cte",
    )
    return '<?xml version="1.0" encoding="UTF-8"?>' + tag(
        "cteProc", body + tag("protCTe", tag("infProt", proof), versao="4.00"), xmlns=NS + "cte", versao="4.00"
    )


def mdfe(m: Maker) -> str:
    """A manifest of loads (MDF-e)."""
    n = m.invoice()
    carrier, to = m.party(), n.recipient
    key, when = relative_key(m, carrier, "58"), f"{n.issued:%Y-%m-%dT%H:%M:%S}-03:00"
    ide = "".join(
        tag(k, v)
        for k, v in {
            "cUF": carrier.ibge[:2],
            "tpAmb": 1,
            "tpEmit": 1,
            "mod": "58",
            "serie": 1,
            "nMDF": int(key[25:34]),
            "cMDF": key[35:43],
            "cDV": key[43],
            "modal": 1,
            "dhEmi": when,
            "tpEmis": 1,
            "procEmi": 0,
            "verProc": "1.0",
            "UFIni": carrier.uf,
            "UFFim": to.uf,
        }.items()
    )
    ide += tag("infMunCarrega", tag("cMunCarrega", carrier.ibge) + tag("xMunCarrega", carrier.town)) + tag("dhIniViagem", when)
    emit = tag(
        "emit",
        tag("CNPJ", carrier.number) + tag("IE", carrier.ie) + tag("xNome", carrier.name) + tag("xFant", carrier.name) + address(carrier, "enderEmit"),
    )
    truck = tag("veicTracao", tag("placa", "ABC1D23") + tag("RENAVAM", m.digits(11)) + tag("tara", 9000) + tag("capKG", 20000))
    truck += ""
    driver = tag("condutor", tag("xNome", m.person_name()) + tag("CPF", m.party(person=True).number))
    truck = truck.replace("</veicTracao>", driver + "<tpRod>01</tpRod><tpCar>02</tpCar><UF>" + carrier.uf + "</UF></veicTracao>")
    modal = tag("infModal", tag("rodo", tag("infANTT", tag("RNTRC", m.digits(8))) + truck), versaoModal="3.00")
    docs = tag("infDoc", tag("infMunDescarga", tag("cMunDescarga", to.ibge) + tag("xMunDescarga", to.town) + tag("infNFe", tag("chNFe", n.key))))
    total = tag("tot", tag("qNFe", 1) + tag("vCarga", n.total) + tag("cUnid", "01") + tag("qCarga", f"{n.weight:.4f}"))
    info = tag("ide", ide) + emit + modal + docs + total + tag("infAdic", tag("infCpl", n.note or "Sem ocorrências."))
    proof = "".join(
        tag(k, v)
        for k, v in {
            "tpAmb": 1,
            "verAplic": "1",
            "chMDFe": key,
            "dhRecbto": when,
            "nProt": n.protocol,
            "digVal": "A=",
            "cStat": 100,
            "xMotivo": "Autorizado",
        }.items()
    )
    extra = tag("infMDFeSupl", tag("qrCodMDFe", f"https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode?chMDFe={key}&tpAmb=1"))
    body = tag("MDFe", tag("infMDFe", info, Id="MDFe" + key, versao="3.00") + extra, xmlns=NS + "mdfe")
    return '<?xml version="1.0" encoding="UTF-8"?>' + tag(
        "mdfeProc", body + tag("protMDFe", tag("infProt", proof), versao="3.00"), xmlns=NS + "mdfe", versao="3.00"
    )


def correction(m: Maker) -> tuple[str, Invoice]:
    """A letter of correction (CC-e), and the invoice that it corrects."""
    n = m.invoice()
    when = f"{n.issued:%Y-%m-%dT%H:%M:%S}-03:00"
    what = m.r.choice(
        [
            "Onde se lê peso bruto 10,000 leia-se 12,500.",
            "Alterar o endereço de entrega para Rua das Palmeiras, 88.",
            "CFOP correto: 5102. Transportadora correta: a do pedido.",
        ]
    )
    head = {
        "cOrgao": n.issuer.ibge[:2],
        "tpAmb": 1,
        "CNPJ": n.issuer.number,
        "chNFe": n.key,
        "dhEvento": when,
        "tpEvento": "110110",
        "nSeqEvento": 1,
        "verEvento": "1.00",
    }
    detail = tag(
        "detEvento",
        tag("descEvento", "Carta de Correcao")
        + tag("xCorrecao", what)
        + tag("xCondUso", "A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970."),
        versao="1.00",
    )
    event = tag("evento", tag("infEvento", "".join(tag(k, v) for k, v in head.items()) + detail, Id="ID110110" + n.key + "01"), versao="1.00")
    answer = {
        "tpAmb": 1,
        "verAplic": "1",
        "cOrgao": n.issuer.ibge[:2],
        "cStat": 135,
        "xMotivo": "Evento registrado e vinculado a NF-e",
        "chNFe": n.key,
        "tpEvento": "110110",
        "xEvento": "Carta de Correcao",
        "nSeqEvento": 1,
        "CNPJDest": n.recipient.number,
        "dhRegEvento": when,
        "nProt": n.protocol,
    }
    back = tag("retEvento", tag("infEvento", "".join(tag(k, v) for k, v in answer.items())), versao="1.00")
    return '<?xml version="1.0" encoding="UTF-8"?>' + tag("procEventoNFe", event + back, xmlns=NS + "nfe", versao="1.00"), n


def nfse(m: Maker, s: Service) -> str:
    """An invoice of services (NFS-e)."""
    p, when = s.provider, f"{s.issued:%Y-%m-%d}"
    key = f"{p.ibge}12{p.number}{m.digits(27)}"
    elements = lambda values: "".join(tag(k, v) for k, v in values.items())
    taker = elements(
        {"xLgr": s.taker.street, "nro": s.taker.house} | ({"xCpl": s.taker.extra} if s.taker.extra else {}) | {"xBairro": s.taker.district}
    )
    taker = tag("endNac", elements({"cMun": s.taker.ibge, "CEP": s.taker.cep})) + taker
    own = elements({"xLgr": p.street, "nro": p.house, "xBairro": p.district, "cMun": p.ibge, "UF": p.uf, "CEP": p.cep})
    code = elements({"cTribNac": "040301" if s.medical else "170101", "xDescServ": s.what})
    dps = elements(
        {
            "tpAmb": 1,
            "dhEmi": f"{when}T09:30:00-03:00",
            "verAplic": "1",
            "serie": "1",
            "nDPS": m.digits(4),
            "dCompet": when,
            "tpEmit": 1,
            "cLocEmi": p.ibge,
        }
    )
    dps += tag("prest", number(p) + tag("regTrib", elements({"opSimpNac": 1, "regEspTrib": 0})))
    dps += tag("toma", number(s.taker) + tag("xNome", s.taker.name) + tag("end", taker))
    dps += tag("serv", tag("locPrest", tag("cLocPrestacao", p.ibge)) + tag("cServ", code))
    taxes = tag("tribMun", elements({"tribISSQN": 1, "tpRetISSQN": 1})) + tag("totTrib", tag("indTotTrib", 0))
    dps += tag("valores", tag("vServPrest", tag("vServ", s.amount)) + tag("trib", taxes))
    kind = "Serviços de saúde" if s.medical else "Assessoria e serviços"
    info = elements({"xLocEmi": p.town, "xLocPrestacao": p.town, "nNFSe": s.number, "cLocIncid": p.ibge, "xLocIncid": p.town, "xTribNac": kind})
    info += elements({"verAplic": "1", "ambGer": 2, "tpEmis": 1, "cStat": 100, "dhProc": f"{when}T09:31:00-03:00", "nDFSe": m.digits(6)})
    info += tag("emit", number(p) + tag("IM", m.digits(6)) + tag("xNome", p.name) + tag("enderNac", own))
    info += tag("valores", elements({"vBC": s.amount, "pAliqAplic": s.rate, "vISSQN": round(s.amount * s.rate / 100, 2), "vLiq": s.amount}))
    body = tag("infNFSe", info + tag("DPS", tag("infDPS", dps, Id="DPS" + key[:42]), versao="1.00"), Id="NFS" + key)
    return '<?xml version="1.0" encoding="UTF-8"?>' + tag("NFSe", body, xmlns="http://www.sped.fazenda.gov.br/nfse", versao="1.00")
