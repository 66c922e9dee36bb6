package nfexml

import (
	"fmt"
	"strings"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// WitnessXML stands in every leaf read from XML: the issuer's own data, with
// nothing between it and the value that could misread it.
const WitnessXML = "xml"

// fields reads each field of the catalogue that the invoice has.
func fields(typ catalogue.Type, n invoice) []event.Field {
	var out []event.Field
	for _, f := range typ.Fields {
		switch f.Name {
		case "itens":
			out = appendRows(out, f, itemRows(n))
		case "duplicatas":
			out = appendRows(out, f, installmentRows(n))
		default:
			read, known := readers[f.Name]
			if !known {
				continue
			}
			if value, ok := scalar(f.Kind, read(n)); ok {
				out = append(out, event.Field{
					Name: f.Name, Value: value, Confidence: 1, Leaves: []event.Leaf{leaf("fields."+f.Name, value)},
				})
			}
		}
	}
	return out
}

// readers say where each single field stands.
var readers = map[string]func(invoice) string{
	"chave_acesso":                    func(n invoice) string { return strings.TrimPrefix(n.ID, "NFe") },
	"numero":                          func(n invoice) string { return trimZeros(n.Ide.Number) },
	"serie":                           func(n invoice) string { return trimZeros(n.Ide.Series) },
	"natureza_operacao":               func(n invoice) string { return n.Ide.Nature },
	"tipo_operacao":                   func(n invoice) string { return directions[n.Ide.Direction] },
	"data_emissao":                    func(n invoice) string { return first(n.Ide.Issued, n.Ide.IssuedDay) },
	"data_saida_entrada":              func(n invoice) string { return first(n.Ide.Left, n.Ide.LeftDay) },
	"protocolo_autorizacao":           func(n invoice) string { return n.protocolNumber },
	"emitente_nome":                   func(n invoice) string { return n.Emit.Name },
	"emitente_cnpj":                   func(n invoice) string { return n.Emit.taxpayer() },
	"emitente_inscricao_estadual":     func(n invoice) string { return n.Emit.StateID },
	"emitente_endereco":               func(n invoice) string { return street(n.Emit.Emit) },
	"emitente_municipio":              func(n invoice) string { return n.Emit.Emit.City },
	"emitente_uf":                     func(n invoice) string { return n.Emit.Emit.State },
	"destinatario_nome":               func(n invoice) string { return n.Dest.Name },
	"destinatario_cpf_cnpj":           func(n invoice) string { return n.Dest.taxpayer() },
	"destinatario_inscricao_estadual": func(n invoice) string { return n.Dest.StateID },
	"destinatario_endereco":           func(n invoice) string { return street(n.Dest.Dest) },
	"destinatario_bairro":             func(n invoice) string { return n.Dest.Dest.District },
	"destinatario_cep":                func(n invoice) string { return n.Dest.Dest.PostalCode },
	"destinatario_municipio":          func(n invoice) string { return n.Dest.Dest.City },
	"destinatario_uf":                 func(n invoice) string { return n.Dest.Dest.State },
	"base_calculo_icms":               func(n invoice) string { return n.Total.ICMS.Base },
	"valor_icms":                      func(n invoice) string { return n.Total.ICMS.Value },
	"valor_icms_st":                   func(n invoice) string { return n.Total.ICMS.ST },
	"valor_produtos":                  func(n invoice) string { return n.Total.ICMS.Products },
	"valor_frete":                     func(n invoice) string { return n.Total.ICMS.Freight },
	"valor_seguro":                    func(n invoice) string { return n.Total.ICMS.Insurance },
	"valor_desconto":                  func(n invoice) string { return n.Total.ICMS.Discount },
	"valor_outras_despesas":           func(n invoice) string { return n.Total.ICMS.Other },
	"valor_ipi":                       func(n invoice) string { return n.Total.ICMS.IPI },
	"valor_total":                     func(n invoice) string { return n.Total.ICMS.Invoice },
	"modalidade_frete":                func(n invoice) string { return n.Freight.Mode },
	"transportador_nome":              func(n invoice) string { return n.Freight.Carrier.Name },
	"transportador_cpf_cnpj":          func(n invoice) string { return n.Freight.Carrier.taxpayer() },
	"informacoes_complementares":      func(n invoice) string { return n.Notes.Text },
}

var directions = map[string]string{"0": "entrada", "1": "saida"}

// street is the line of an address as the contract wants it: street, number and
// complement.
func street(a address) string {
	parts := make([]string, 0, 3)
	for _, part := range []string{a.Street, a.Number, a.Complement} {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

func itemRows(n invoice) []map[string]string {
	rows := make([]map[string]string, len(n.Items))
	for i, it := range n.Items {
		tax := it.icms()
		rows[i] = map[string]string{
			"codigo": it.Product.Code, "descricao": it.Product.Description, "ncm": it.Product.NCM,
			"cst": taxSituation(tax), "cfop": it.Product.CFOP, "unidade": it.Product.Unit,
			"quantidade": it.Product.Quantity, "valor_unitario": it.Product.UnitPrice, "valor_total": it.Product.Total,
			"base_icms": tax.Base, "valor_icms": tax.Value, "aliquota_icms": tax.Rate,
		}
	}
	return rows
}

// taxSituation is the column as a DANFE prints it: origin, then CST or CSOSN.
func taxSituation(tax icms) string {
	if code := first(tax.CST, tax.CSOSN); code != "" {
		return tax.Origin + code
	}
	return ""
}

func installmentRows(n invoice) []map[string]string {
	rows := make([]map[string]string, len(n.Billing.Installments))
	for i, d := range n.Billing.Installments {
		rows[i] = map[string]string{"numero": d.Number, "vencimento": d.Due, "valor": d.Value}
	}
	return rows
}

// appendRows writes a list: an array of flat objects, and a leaf for each cell.
func appendRows(out []event.Field, f catalogue.Field, rows []map[string]string) []event.Field {
	if len(rows) == 0 {
		return out
	}
	list := event.Field{Name: f.Name, Confidence: 1}
	var value strings.Builder
	value.WriteByte('[')
	for i, row := range rows {
		if i > 0 {
			value.WriteByte(',')
		}
		value.WriteByte('{')
		cells := 0
		for _, column := range f.Columns {
			cell, ok := scalar(column.Kind, row[column.Name])
			if !ok {
				continue
			}
			if cells > 0 {
				value.WriteByte(',')
			}
			cells++
			value.WriteString(quote(column.Name) + ":" + cell)
			list.Leaves = append(list.Leaves, leaf(fmt.Sprintf("fields.%s[%d].%s", f.Name, i, column.Name), cell))
		}
		value.WriteByte('}')
	}
	value.WriteByte(']')
	list.Value = value.String()
	return append(out, list)
}

func leaf(path, value string) event.Leaf {
	return event.Leaf{Path: path, Value: value, Confidence: 1, Witnesses: []string{WitnessXML}, Spans: []event.Span{}}
}
