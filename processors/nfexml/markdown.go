package nfexml

import (
	"fmt"
	"strings"

	"lavra.dev/processors/extraction/portuguese"
)

// markdown writes the invoice as a person would lay it out: headings, a line for
// each labelled value, tables for items and instalments.
func (f file) markdown() string {
	n := f.invoice
	p := &page{}
	p.heading(1, fmt.Sprintf("%s nº %s, série %s", modelName(n), trimZeros(n.Ide.Number), trimZeros(n.Ide.Series)))
	p.line("Chave de acesso", strings.TrimPrefix(n.ID, "NFe"))
	p.line("Natureza da operação", n.Ide.Nature)
	p.line("Tipo de operação", map[string]string{"0": "0 - Entrada", "1": "1 - Saída"}[n.Ide.Direction])
	p.line("Data de emissão", day(first(n.Ide.Issued, n.Ide.IssuedDay)))
	p.line("Data de saída/entrada", day(first(n.Ide.Left, n.Ide.LeftDay)))
	f.protocolLines(p)
	p.heading(2, "Emitente")
	p.party(n.Emit, n.Emit.Emit)
	p.heading(2, "Destinatário")
	p.party(n.Dest, n.Dest.Dest)
	p.items(n)
	p.totals(n)
	p.freight(n)
	p.billing(n)
	p.payments(n)
	if notes := first(n.Notes.Text, n.Notes.Fiscal); notes != "" {
		p.heading(2, "Informações complementares")
		p.paragraph(n.Notes.Text)
		p.paragraph(n.Notes.Fiscal)
	}
	return p.String()
}

func modelName(n invoice) string {
	if n.Ide.Model == "65" {
		return "Nota Fiscal de Consumidor Eletrônica"
	}
	return "Nota Fiscal Eletrônica"
}

func (f file) protocolLines(p *page) {
	if f.protocol == nil {
		return
	}
	p.line("Protocolo de autorização", f.protocol.Number)
	p.line("Situação", strings.TrimSpace(f.protocol.Status+" "+f.protocol.Motive))
	p.line("Data da autorização", day(f.protocol.When))
}

// page collects markdown; blocks are parted by one empty line.
type page struct{ strings.Builder }

func (p *page) heading(level int, text string) {
	p.gap()
	p.WriteString(strings.Repeat("#", level) + " " + escape(text) + "\n\n")
}

func (p *page) line(label, value string) {
	if value = escape(value); value != "" {
		p.WriteString("- **" + label + ":** " + value + "\n")
	}
}

func (p *page) paragraph(text string) {
	if text = escape(text); text != "" {
		p.gap()
		p.WriteString(text + "\n")
	}
}

func (p *page) table(header []string, rows [][]string) {
	p.WriteString("| " + strings.Join(header, " | ") + " |\n|" + strings.Repeat(" --- |", len(header)) + "\n")
	for _, row := range rows {
		for i := range row {
			row[i] = escape(row[i])
		}
		p.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
}

func (p *page) gap() {
	if s := p.String(); s != "" && !strings.HasSuffix(s, "\n\n") {
		p.WriteString("\n")
	}
}

func (p *page) party(who party, at address) {
	p.line("Nome", who.Name)
	p.line("Nome fantasia", who.Trade)
	p.line("CNPJ", who.CNPJ)
	p.line("CPF", who.CPF)
	p.line("Documento estrangeiro", who.Foreign)
	p.line("Inscrição estadual", who.StateID)
	p.line("Endereço", street(at))
	p.line("Bairro", at.District)
	p.line("Município", at.City)
	p.line("UF", at.State)
	p.line("CEP", at.PostalCode)
}

func (p *page) items(n invoice) {
	if len(n.Items) == 0 {
		return
	}
	p.heading(2, "Itens")
	rows := make([][]string, len(n.Items))
	for i, it := range n.Items {
		tax := it.icms()
		rows[i] = []string{
			fmt.Sprint(i + 1), it.Product.Code, strings.TrimSpace(it.Product.Description + " " + it.Note), it.Product.NCM, taxSituation(tax),
			it.Product.CFOP, it.Product.Unit, comma(it.Product.Quantity), comma(it.Product.UnitPrice), money(it.Product.Total),
			money(tax.Base), money(tax.Value), comma(tax.Rate), money(it.Tax.IPI), money(it.Tax.IBSCBS.IBS), money(it.Tax.IBSCBS.CBS),
		}
	}
	header := []string{"Nº", "Código", "Descrição", "NCM", "CST", "CFOP", "Unidade", "Quantidade", "Valor unitário", "Valor total",
		"Base ICMS", "Valor ICMS", "% ICMS", "IPI", "IBS", "CBS"}
	p.table(dropEmptyColumns(header, rows))
}

// dropEmptyColumns leaves out what no row has: most invoices have no IPI.
func dropEmptyColumns(header []string, rows [][]string) ([]string, [][]string) {
	kept := make([][]string, len(rows))
	var names []string
	for column, name := range header {
		empty := true
		for _, row := range rows {
			empty = empty && row[column] == ""
		}
		if empty {
			continue
		}
		names = append(names, name)
		for i, row := range rows {
			kept[i] = append(kept[i], row[column])
		}
	}
	return names, kept
}

func (p *page) totals(n invoice) {
	t := n.Total
	p.heading(2, "Totais")
	for _, l := range []struct{ label, value string }{
		{"Base de cálculo do ICMS", t.ICMS.Base}, {"Valor do ICMS", t.ICMS.Value}, {"Valor do ICMS-ST", t.ICMS.ST},
		{"Valor dos produtos", t.ICMS.Products}, {"Valor dos serviços", t.Services}, {"Frete", t.ICMS.Freight}, {"Seguro", t.ICMS.Insurance},
		{"Desconto", t.ICMS.Discount}, {"Outras despesas", t.ICMS.Other}, {"Valor do IPI", t.ICMS.IPI},
		{"Base de cálculo do IBS e da CBS", t.IBSCBS.Base}, {"Valor do IBS", t.IBSCBS.IBS}, {"Valor da CBS", t.IBSCBS.CBS},
		{"Imposto seletivo", t.Selective}, {"Valor total da nota", t.ICMS.Invoice}, {"Valor total com IBS, CBS e IS", t.WithTaxes},
	} {
		p.line(l.label, withSign(l.value))
	}
}

func (p *page) freight(n invoice) {
	p.heading(2, "Transporte")
	p.line("Modalidade do frete", describe(n.Freight.Mode, freightModes))
	p.line("Transportador", n.Freight.Carrier.Name)
	p.line("CNPJ do transportador", n.Freight.Carrier.CNPJ)
	p.line("CPF do transportador", n.Freight.Carrier.CPF)
	for _, v := range n.Freight.Volumes {
		p.line("Volumes", strings.TrimSpace(v.Quantity+" "+v.Kind))
		p.line("Peso líquido (kg)", comma(v.Net))
		p.line("Peso bruto (kg)", comma(v.Gross))
	}
}

func (p *page) billing(n invoice) {
	if len(n.Billing.Installments) == 0 {
		return
	}
	p.heading(2, "Duplicatas")
	rows := make([][]string, len(n.Billing.Installments))
	for i, d := range n.Billing.Installments {
		rows[i] = []string{d.Number, day(d.Due), money(d.Value)}
	}
	p.table([]string{"Número", "Vencimento", "Valor"}, rows)
}

func (p *page) payments(n invoice) {
	if len(n.Pay.Details) == 0 {
		return
	}
	p.heading(2, "Pagamento")
	for _, d := range n.Pay.Details {
		p.line(first(paymentMeans[d.Means], "Meio "+d.Means), withSign(d.Value))
	}
}

// freightModes and paymentMeans are tables X02 and YA02 of the layout's manual.
var freightModes = map[string]string{
	"0": "por conta do remetente (CIF)", "1": "por conta do destinatário (FOB)", "2": "por conta de terceiros",
	"3": "transporte próprio do remetente", "4": "transporte próprio do destinatário", "9": "sem transporte",
}

var paymentMeans = map[string]string{
	"01": "Dinheiro", "02": "Cheque", "03": "Cartão de crédito", "04": "Cartão de débito", "05": "Crédito da loja",
	"10": "Vale-alimentação", "11": "Vale-refeição", "12": "Vale-presente", "13": "Vale-combustível", "14": "Duplicata mercantil",
	"15": "Boleto bancário", "16": "Depósito bancário", "17": "Pix dinâmico", "18": "Transferência ou carteira digital",
	"19": "Programa de fidelidade", "20": "Pix estático", "90": "Sem pagamento", "99": "Outros",
}

func describe(code string, names map[string]string) string {
	if name := names[code]; name != "" {
		return code + " - " + name
	}
	return code
}

var escaper = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "`", "\\`", "<", `\<`)

// escape makes text safe inside a line or a cell.
func escape(text string) string { return escaper.Replace(strings.Join(strings.Fields(text), " ")) }

// day writes the day of a time as 30/10/2026.
func day(text string) string {
	iso, _ := date(strings.TrimSpace(text))
	return portuguese.Day(iso)
}

// comma writes a number of the XML in Brazilian form, without filling zeros.
func comma(text string) string {
	number, ok := plainNumber(strings.TrimSpace(text))
	if !ok {
		return ""
	}
	return strings.Replace(number, ".", ",", 1)
}

func money(text string) string {
	value, ok := centavos(text)
	if !ok {
		return ""
	}
	return portuguese.Amount(value)
}

func withSign(text string) string {
	value, ok := centavos(text)
	if !ok {
		return ""
	}
	return portuguese.Money(value)
}
