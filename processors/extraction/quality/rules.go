package quality

// rules are what must agree within a document of each type. A rule is loud only
// where an honest document cannot break it.
var rules = map[string][]rule{
	"NFE": {
		custom(invoiceKey),
		custom(invoiceTotal),
		custom(itemsTotal),
		listTotal{field: "base_calculo_icms", list: "itens", column: "base_icms", sparse: true, quiet: true},
		listTotal{field: "valor_icms", list: "itens", column: "valor_icms", sparse: true, quiet: true},
		listTotal{field: "valor_total", list: "duplicatas", column: "valor", quiet: true}, // a first payment may be cash
		product{list: "itens", a: "quantidade", b: "valor_unitario", result: "valor_total", scale: 1},
		product{list: "itens", a: "base_icms", b: "aliquota_icms", result: "valor_icms", scale: 0.01},
		ordered{"data_emissao", "data_saida_entrada"},
		past{"data_emissao"},
	},
	"BOLETO": {
		custom(paymentSlip),
		total{field: "valor_cobrado", plus: []string{"valor_documento", "valor_multa"}, minus: []string{"valor_desconto"},
			optional: []string{"valor_multa", "valor_desconto"}, quiet: true},
		ordered{"data_documento", "data_vencimento"},
		past{"data_documento", "data_processamento"},
	},
	"CONTRATO": {
		ordered{"data_inicio", "data_termino"},
		ordered{"data_assinatura", "data_termino"},
		past{"data_assinatura"},
	},
	"RECIBO": {custom(amountInWords), custom(sameParty), past{"data"}},
	"CNH": {
		ordered{"data_nascimento", "primeira_habilitacao"},
		ordered{"primeira_habilitacao", "data_emissao"},
		ordered{"data_emissao", "data_validade"},
		custom(ageOfDriver),
		past{"data_nascimento", "data_emissao"},
		expiry{"data_validade"},
	},
	"RG": {
		custom(identityNumber),
		ordered{"data_nascimento", "data_expedicao"},
		ordered{"data_expedicao", "data_validade"},
		past{"data_nascimento", "data_expedicao"},
		expiry{"data_validade"},
	},
	"COMPROVANTE_RESIDENCIA": {custom(utilityLine), ordered{"data_emissao", "data_vencimento"}, past{"data_emissao"}},
	"CONTRATO_SOCIAL": {
		custom(quotas),
		listTotal{field: "capital_social", list: "socios", column: "valor"},
		listTotal{field: "quantidade_quotas", list: "socios", column: "quotas", quiet: true},
		ordered{"data_assinatura", "data_registro"},
		past{"data_assinatura", "data_registro"},
	},
	"IRPF":                   incomeTax,
	"DECLARACAO_IR_ANTERIOR": incomeTax,
	"CERTIDAO_NASCIMENTO": {
		custom(registryBook), ordered{"data_nascimento", "data_registro"}, ordered{"data_registro", "data_emissao"},
		past{"data_nascimento", "data_registro", "data_emissao"},
	},
	"CERTIDAO_CASAMENTO": {
		custom(registryBook), ordered{"data_casamento", "data_registro"}, ordered{"data_registro", "data_emissao"},
		custom(ageOfSpouses), past{"data_casamento", "data_registro", "data_emissao"},
	},
	"CERTIDAO_OBITO": {
		custom(registryBook), ordered{"data_falecimento", "data_registro"}, ordered{"data_registro", "data_emissao"},
		past{"data_falecimento", "data_registro", "data_emissao"},
	},
	"LAUDO_MEDICO": {custom(diseaseCodes), ordered{"paciente_data_nascimento", "data_emissao"}, past{"data_emissao"}},
	"PROCURACAO":   {ordered{"data_assinatura", "data_validade"}, past{"data_assinatura"}, expiry{"data_validade"}},
	"HOLERITE": {
		total{field: "valor_liquido", plus: []string{"total_vencimentos"}, minus: []string{"total_descontos"},
			by: "do total de vencimentos menos o total de descontos"},
		listTotal{field: "total_vencimentos", list: "itens", column: "vencimento", sparse: true},
		listTotal{field: "total_descontos", list: "itens", column: "desconto", sparse: true},
		custom(monthsFGTS),
		custom(hiredBeforePaid),
		past{"data_admissao"},
	},
	"DOCUMENTO_VEICULAR": {custom(modelYear), past{"data_emissao"}},
	"DOCUMENTO_JURIDICO": {custom(lawsuitYear), past{"data_documento"}},
	"EXTRATO_BANCARIO": {
		custom(runningBalance),
		listTotal{field: "total_creditos", list: "lancamentos", column: "valor", only: 1},
		listTotal{field: "total_debitos", list: "lancamentos", column: "valor", only: -1},
		custom(entriesInPeriod),
		ordered{"periodo_inicio", "periodo_fim"},
		past{"periodo_inicio", "data_emissao"},
	},
	"INFORME_RENDIMENTOS_EMPREGADOR_INSS": {custom(taxYears), custom(statementYear), past{"data_emissao"}},
	"INFORME_RENDIMENTOS_BANCOS": {
		listTotal{field: "saldo_total_anterior", list: "produtos", column: "saldo_anterior"},
		listTotal{field: "saldo_total_atual", list: "produtos", column: "saldo_atual"},
		listTotal{field: "total_imposto_retido", list: "produtos", column: "imposto_retido", sparse: true},
		custom(statementYear), past{"data_emissao"},
	},
	"INFORME_RENDIMENTOS_CORRETORAS": {
		listTotal{field: "total_proventos", list: "proventos", column: "valor"},
		custom(statementYear), past{"data_emissao"},
	},
	"INFORME_PLANO_SAUDE": {
		listTotal{field: "valor_total", list: "beneficiarios", column: "valor_pago"},
		listTotal{field: "total_reembolsado", list: "beneficiarios", column: "valor_reembolsado", sparse: true},
		custom(statementYear), past{"data_emissao"},
	},
	"DESPESA_MEDICA": {ordered{"data_atendimento", "data_emissao"}, past{"data_emissao"}},
	"COMPROVANTE_EDUCACAO": {
		listTotal{field: "valor_total", list: "mensalidades", column: "valor"},
		past{"data_emissao"},
	},
}

var incomeTax = []rule{
	custom(taxYears),
	custom(refundOrDue),
	listTotal{field: "bens_direitos_ano_anterior", list: "bens_direitos", column: "valor_anterior"},
	listTotal{field: "bens_direitos_ano_atual", list: "bens_direitos", column: "valor_atual"},
	listTotal{field: "rendimentos_tributaveis", list: "fontes_pagadoras", column: "rendimentos", quiet: true},
	listTotal{field: "imposto_pago", list: "fontes_pagadoras", column: "imposto_retido", quiet: true},
	total{field: "base_calculo", plus: []string{"rendimentos_tributaveis"}, minus: []string{"total_deducoes"}, quiet: true},
	total{field: "imposto_a_restituir", plus: []string{"imposto_pago"}, minus: []string{"imposto_devido"}, quiet: true},
	total{field: "saldo_imposto_a_pagar", plus: []string{"imposto_devido"}, minus: []string{"imposto_pago"}, quiet: true},
	past{"data_entrega"},
}
