package nfexml

import (
	"fmt"
	"strings"

	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/schemas/checkdigit"
)

// inconsistencies are the invoice's own contradictions. Each names what a reader
// would look at; what the XML does not carry is not checked.
func (f file) inconsistencies() []string {
	n := f.invoice
	found := standing(f)
	found = append(found, keyMismatches(n)...)
	found = append(found, itemSums(n)...)
	found = append(found, invoiceTotal(n)...)
	return append(found, installments(n)...)
}

// standing reports whether the invoice has been authorised, as far as its XML tells.
func standing(f file) []string {
	var found []string
	n := f.invoice
	if n.Ide.Ambient == "2" {
		found = append(found, "NF-e emitida em ambiente de homologação, sem valor fiscal.")
	}
	switch {
	case f.protocol == nil:
		found = append(found, "O XML não traz o protocolo de autorização: a NF-e pode não ter sido autorizada.")
	case f.protocol.Status != "100" && f.protocol.Status != "150": // authorised, in time or late
		found = append(found, fmt.Sprintf("NF-e não autorizada: situação %s (%s).", f.protocol.Status, strings.TrimSpace(f.protocol.Motive)))
	}
	if f.protocol != nil && f.protocol.Key != "" && f.protocol.Key != strings.TrimPrefix(n.ID, "NFe") {
		found = append(found, "A chave de acesso do protocolo difere da chave da NF-e.")
	}
	if n.Ide.Model == "65" {
		found = append(found, "O documento é uma NFC-e (modelo 65), não uma NF-e.")
	}
	if f.invoices > 1 {
		found = append(found, fmt.Sprintf("O arquivo contém %d notas; só a primeira foi lida.", f.invoices))
	}
	return found
}

// keyMismatches compares what the access key says with what the invoice says.
func keyMismatches(n invoice) []string {
	key, ok := checkdigit.ParseNFeKey(strings.TrimPrefix(n.ID, "NFe"))
	if !ok {
		return nil // the field's own validation says so
	}
	var found []string
	differ := func(what, inKey, inInvoice string) {
		if inInvoice != "" && inKey != inInvoice {
			found = append(found, fmt.Sprintf("A chave de acesso indica %s %s, mas a nota traz %s.", what, inKey, inInvoice))
		}
	}
	differ("a UF", key.State, checkdigit.StateOf(n.Ide.State))
	if issued, ok := date(first(n.Ide.Issued, n.Ide.IssuedDay)); ok {
		differ("o mês de emissão", fmt.Sprintf("%02d/%d", key.Month, key.Year), issued[5:7]+"/"+issued[:4])
	}
	differ("o modelo", key.Model, n.Ide.Model)
	differ("a série", key.Series, trimZeros(n.Ide.Series))
	differ("o número", key.Number, trimZeros(n.Ide.Number))
	// An invoice that the tax office writes for somebody (procEmi 1 and 2) carries
	// the office's CNPJ in its key.
	if n.Ide.Process != "1" && n.Ide.Process != "2" {
		differ("o emitente", key.Issuer, n.Emit.taxpayer())
	}
	return found
}

// itemSums compares each total with the sum of the items. A total whose part no item
// carries is left alone: some issuers apportion freight and discount in the total only.
func itemSums(n invoice) []string {
	t := n.Total
	var found []string
	for _, s := range []struct {
		what, total string
		part        func(item) string
	}{
		{"do valor dos produtos", t.ICMS.Products, productInTotal},
		{"da base de cálculo do ICMS", t.ICMS.Base, func(i item) string { return i.icms().Base }},
		{"do valor do ICMS", t.ICMS.Value, func(i item) string { return i.icms().Value }},
		{"do valor do ICMS-ST", t.ICMS.ST, func(i item) string { return i.icms().ST }},
		{"do frete", t.ICMS.Freight, func(i item) string { return i.Product.Freight }},
		{"do seguro", t.ICMS.Insurance, func(i item) string { return i.Product.Insurance }},
		{"do desconto", t.ICMS.Discount, func(i item) string { return i.Product.Discount }},
		{"das outras despesas", t.ICMS.Other, func(i item) string { return i.Product.Other }},
		{"do IPI", t.ICMS.IPI, func(i item) string { return i.Tax.IPI }},
		{"do imposto de importação", t.ICMS.Import, func(i item) string { return i.Tax.Import }},
		{"do IBS", t.IBSCBS.IBS, func(i item) string { return i.Tax.IBSCBS.IBS }},
		{"da CBS", t.IBSCBS.CBS, func(i item) string { return i.Tax.IBSCBS.CBS }},
		{"do imposto seletivo", t.Selective, func(i item) string { return i.Tax.Selective }},
	} {
		total, ok := centavos(s.total)
		if !ok {
			continue
		}
		sum, some := int64(0), false
		for _, it := range n.Items {
			if part, ok := centavos(s.part(it)); ok {
				sum, some = sum+part, true
			}
		}
		if some && !near(sum, total, len(n.Items)) {
			found = append(found, fmt.Sprintf("A soma %s dos itens (%s) difere do total da nota (%s).", s.what, portuguese.Money(sum), portuguese.Money(total)))
		}
	}
	return found
}

func productInTotal(i item) string {
	if i.Product.InTotal == "0" {
		return ""
	}
	return i.Product.Total
}

// invoiceTotal recomputes vNF by rule W16-10 of the layout's manual. Whether relieved
// ICMS lowers the total depends on state and reason, so both readings are taken.
func invoiceTotal(n invoice) []string {
	t := n.Total.ICMS
	want, ok := centavos(t.Invoice)
	products, hasProducts := centavos(t.Products)
	if !ok || !hasProducts {
		return nil
	}
	sum := products
	for _, text := range []string{t.ST, t.FundST, t.Mono, t.Freight, t.Insurance, t.Import, t.IPI, t.IPIReturns, t.Other, n.Total.Services} {
		part, _ := centavos(text)
		sum += part
	}
	discount, _ := centavos(t.Discount)
	relief, _ := centavos(t.Relief)
	sum -= discount
	if near(sum, want, 1) || near(sum-relief, want, 1) {
		return nil
	}
	return []string{fmt.Sprintf("O valor total da nota (%s) difere da soma de suas parcelas (%s).", portuguese.Money(want), portuguese.Money(sum))}
}

func installments(n invoice) []string {
	net, ok := centavos(n.Billing.Net)
	if !ok || len(n.Billing.Installments) == 0 {
		return nil
	}
	sum := int64(0)
	for _, d := range n.Billing.Installments {
		value, _ := centavos(d.Value)
		sum += value
	}
	if near(sum, net, len(n.Billing.Installments)) {
		return nil
	}
	return []string{fmt.Sprintf("A soma das duplicatas (%s) difere do valor líquido da fatura (%s).", portuguese.Money(sum), portuguese.Money(net))}
}

// near forgives one centavo of rounding a part.
func near(a, b int64, parts int) bool {
	difference := a - b
	return difference <= int64(parts) && -difference <= int64(parts)
}
