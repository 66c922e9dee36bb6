package nfexml

// The parts of the layout that are read, under the names the schema gives them
// (PL_010 v1.30). Elements are matched by local name, so a missing namespace does no
// harm, and unknown groups are passed over.

type invoice struct {
	protocolNumber string // stands beside the invoice, in protNFe

	ID      string `xml:"Id,attr"`
	Version string `xml:"versao,attr"`
	Ide     struct {
		State     string `xml:"cUF"`
		Nature    string `xml:"natOp"`
		Model     string `xml:"mod"`
		Series    string `xml:"serie"`
		Number    string `xml:"nNF"`
		Issued    string `xml:"dhEmi"`
		IssuedDay string `xml:"dEmi"` // until version 2.00
		Left      string `xml:"dhSaiEnt"`
		LeftDay   string `xml:"dSaiEnt"`
		Direction string `xml:"tpNF"`
		Ambient   string `xml:"tpAmb"`
		Process   string `xml:"procEmi"`
		Purpose   string `xml:"finNFe"`
	} `xml:"ide"`
	Emit    party    `xml:"emit"`
	Dest    party    `xml:"dest"`
	Items   []item   `xml:"det"`
	Total   totals   `xml:"total"`
	Freight freight  `xml:"transp"`
	Billing billing  `xml:"cobr"`
	Pay     payments `xml:"pag"`
	Notes   struct {
		Text   string `xml:"infCpl"`
		Fiscal string `xml:"infAdFisco"`
	} `xml:"infAdic"`
}

type party struct {
	CNPJ    string  `xml:"CNPJ"`
	CPF     string  `xml:"CPF"`
	Foreign string  `xml:"idEstrangeiro"`
	Name    string  `xml:"xNome"`
	Trade   string  `xml:"xFant"`
	StateID string  `xml:"IE"`
	Emit    address `xml:"enderEmit"`
	Dest    address `xml:"enderDest"`
}

func (p party) taxpayer() string { return first(p.CNPJ, p.CPF) }

type address struct {
	Street     string `xml:"xLgr"`
	Number     string `xml:"nro"`
	Complement string `xml:"xCpl"`
	District   string `xml:"xBairro"`
	City       string `xml:"xMun"`
	State      string `xml:"UF"`
	PostalCode string `xml:"CEP"`
}

type item struct {
	Product struct {
		Code        string `xml:"cProd"`
		Description string `xml:"xProd"`
		NCM         string `xml:"NCM"`
		CFOP        string `xml:"CFOP"`
		Unit        string `xml:"uCom"`
		Quantity    string `xml:"qCom"`
		UnitPrice   string `xml:"vUnCom"`
		Total       string `xml:"vProd"`
		Freight     string `xml:"vFrete"`
		Insurance   string `xml:"vSeg"`
		Discount    string `xml:"vDesc"`
		Other       string `xml:"vOutro"`
		InTotal     string `xml:"indTot"` // 0: not part of the total of products
	} `xml:"prod"`
	Tax struct {
		ICMS struct {
			Groups []icms `xml:",any"` // ICMS00, ICMSSN102, …: one of them
		} `xml:"ICMS"`
		IPI    string `xml:"IPI>IPITrib>vIPI"`
		ISSQN  string `xml:"ISSQN>vISSQN"`
		Import string `xml:"II>vII"`
		IBSCBS struct {
			IBS string `xml:"gIBSCBS>vIBS"`
			CBS string `xml:"gIBSCBS>gCBS>vCBS"`
		} `xml:"IBSCBS"`
		Selective string `xml:"IS>vIS"`
	} `xml:"imposto"`
	Note string `xml:"infAdProd"`
}

func (i item) icms() icms {
	if len(i.Tax.ICMS.Groups) == 0 {
		return icms{}
	}
	return i.Tax.ICMS.Groups[0]
}

type icms struct {
	Origin string `xml:"orig"`
	CST    string `xml:"CST"`
	CSOSN  string `xml:"CSOSN"`
	Base   string `xml:"vBC"`
	Rate   string `xml:"pICMS"`
	Value  string `xml:"vICMS"`
	ST     string `xml:"vICMSST"`
}

type totals struct {
	ICMS struct {
		Base       string `xml:"vBC"`
		Value      string `xml:"vICMS"`
		Relief     string `xml:"vICMSDeson"`
		ST         string `xml:"vST"`
		FundST     string `xml:"vFCPST"`
		Mono       string `xml:"vICMSMonoReten"`
		Products   string `xml:"vProd"`
		Freight    string `xml:"vFrete"`
		Insurance  string `xml:"vSeg"`
		Discount   string `xml:"vDesc"`
		Import     string `xml:"vII"`
		IPI        string `xml:"vIPI"`
		IPIReturns string `xml:"vIPIDevol"`
		Other      string `xml:"vOutro"`
		Invoice    string `xml:"vNF"`
	} `xml:"ICMSTot"`
	Services string `xml:"ISSQNtot>vServ"`
	IBSCBS   struct {
		Base string `xml:"vBCIBSCBS"`
		IBS  string `xml:"gIBS>vIBS"`
		CBS  string `xml:"gCBS>vCBS"`
	} `xml:"IBSCBSTot"`
	Selective string `xml:"ISTot>vIS"`
	WithTaxes string `xml:"vNFTot"`
}

type freight struct {
	Mode    string `xml:"modFrete"`
	Carrier party  `xml:"transporta"`
	Volumes []struct {
		Quantity string `xml:"qVol"`
		Kind     string `xml:"esp"`
		Net      string `xml:"pesoL"`
		Gross    string `xml:"pesoB"`
	} `xml:"vol"`
}

type billing struct {
	Net          string        `xml:"fat>vLiq"`
	Installments []installment `xml:"dup"`
}

type installment struct {
	Number string `xml:"nDup"`
	Due    string `xml:"dVenc"`
	Value  string `xml:"vDup"`
}

type payments struct {
	Details []struct {
		Means string `xml:"tPag"`
		Value string `xml:"vPag"`
	} `xml:"detPag"`
}

type protocol struct {
	Ambient string `xml:"tpAmb"`
	Key     string `xml:"chNFe"`
	When    string `xml:"dhRecbto"`
	Number  string `xml:"nProt"`
	Status  string `xml:"cStat"`
	Motive  string `xml:"xMotivo"`
}

// first is the first of values that is not empty.
func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
