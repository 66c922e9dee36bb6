package classification_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/schemas/event"
)

// Papers that people send along and that are none of the types, though each shares
// words with one of them.
func TestUntyped(t *testing.T) {
	for _, c := range []struct{ name, page string }{
		{"an account of the severance fund", `
CAIXA ECONÔMICA FEDERAL                 Extrato de conta vinculada do FGTS
Fundo de Garantia do Tempo de Serviço
Trabalhador: NINA PRADO LUZ             PIS/PASEP: 120.44556.67-8
Empregador: BOM FUTURO LTDA             Conta FGTS: 06167/971545
Data         Lançamento                 Valor          Total
10/01/2025   115-DEPOSITO JAN/2025      R$ 327,60      R$ 6.546,20
10/02/2025   CREDITO DE JAM 0,002466    R$ 16,52       R$ 6.562,72
SALDO ATUAL                                            R$ 6.562,72`},
		{"a record of social security", `
INSS - CNIS - Cadastro Nacional de Informações Sociais
Extrato Previdenciário                  10/02/2025 10:20
Identificação do filiado
NIT: 120.44556.67-8   CPF: 529.982.247-25   Nome: NINA PRADO LUZ
Relações previdenciárias
Seq.  Código Emp.        Origem do vínculo   Data início   Data fim    Tipo filiado
1     11.222.333/0001-81 BOM FUTURO LTDA     01/03/2015    30/04/2019  Empregado
Remunerações   03/2015  1.850,00   04/2015  1.850,00`},
		{"a slip of a transfer", `
Comprovante de transferência Pix
Valor R$ 250,00        Data 10/02/2025 - 10:20:33
Quem recebeu           Nome Caio Brito Nunes    CPF ***.982.247-**
Instituição BANCO BOM FUTURO S.A.   Agência 0001   Conta 55667-8
Quem pagou             Nome Nina Prado Luz      Instituição NU PAGAMENTOS
ID da transação E60363070202502101020s5806855`},
		{"a promissory note", `
NOTA PROMISSÓRIA Nº 1/3      Vencimento: 10 de março de 2025      R$ 1.000,00
Aos dez dias do mês de março de 2025 pagarei por esta única via de nota promissória
a Caio Brito Nunes, CPF 529.982.247-25, ou à sua ordem, a quantia de mil reais em moeda corrente.
Emitente: Nina Prado Luz    CPF: 390.533.447-05    Endereço: Rua Um, 10, Natal/RN`},
		{"a cheque", `
Comp 018  Banco 001  Agência 1234-5  C1 2  Conta 55.667-8  Cheque nº 000123  R$ 1.000,00
Pague por este cheque a quantia de mil reais e centavos acima
a Caio Brito Nunes ou à sua ordem
Natal, 10 de fevereiro de 2025
NINA PRADO LUZ  CPF 529.982.247-25  Cliente bancário desde 03/2010`},
		{"a voter's card", `
REPÚBLICA FEDERATIVA DO BRASIL
TÍTULO ELEITORAL
NOME DO ELEITOR  NINA PRADO LUZ    DATA DE NASCIMENTO 01/02/1980
Nº INSCRIÇÃO 1234 5678 9012   ZONA 089  SEÇÃO 0123   MUNICÍPIO / UF NATAL / RN
DATA DE EMISSÃO 10/05/2010   JUIZ ELEITORAL`},
		{"a passport", `
REPÚBLICA FEDERATIVA DO BRASIL   PASSAPORTE   PASSPORT
Tipo P   País emissor BRA   Passaporte nº FX123456
SOBRENOME LUZ   NOME NINA PRADO   NACIONALIDADE BRASILEIRO(A)
DATA DE NASCIMENTO 01 FEV/FEB 1980   SEXO F   NATURALIDADE NATAL RN
FILIAÇÃO CAIO LUZ / AURORA PRADO   DATA DE EXPEDIÇÃO 10/05/2020   VÁLIDO ATÉ 09/05/2030
POLÍCIA FEDERAL`},
		{"a collection form of federal taxes", `
MINISTÉRIO DA FAZENDA  SECRETARIA DA RECEITA FEDERAL DO BRASIL
Documento de Arrecadação de Receitas Federais - DARF
Nome/Telefone NINA PRADO LUZ     Período de apuração 31/01/2025   CPF ou CNPJ 529.982.247-25
Código da receita 0190   Número de referência   Data de vencimento 28/02/2025
Valor do principal 250,00   Valor da multa   Valor dos juros   Valor total 250,00
AUTENTICAÇÃO BANCÁRIA`},
		{"a quotation", `
ORÇAMENTO Nº 123                         Data: 10/02/2025   Validade da proposta: 15 dias
Bom Futuro Móveis Ltda   CNPJ 11.222.333/0001-81
Cliente: Nina Prado Luz   Telefone: (84) 99999-0000
Item  Descrição             Qtd   Valor unitário   Valor total
1     Armário de cozinha      1         3.200,00      3.200,00
Total do orçamento R$ 3.200,00   Condições de pagamento: 3x   Prazo de entrega: 30 dias`},
		{"the end of an employment", `
TERMO DE RESCISÃO DO CONTRATO DE TRABALHO
IDENTIFICAÇÃO DO EMPREGADOR  01 CNPJ/CEI 11.222.333/0001-81  02 Razão social BOM FUTURO LTDA
IDENTIFICAÇÃO DO TRABALHADOR 10 PIS/PASEP 120.44556.67-8  11 Nome NINA PRADO LUZ  17 CTPS 12345/001-RN  18 CPF 529.982.247-25
22 Causa do afastamento: despedida sem justa causa   24 Data de admissão 01/03/2015  26 Data de afastamento 30/04/2019
DISCRIMINAÇÃO DAS VERBAS RESCISÓRIAS
50 Saldo de salário 1.850,00  63 13º salário proporcional 616,67  65 Férias proporcionais 308,33  69 Aviso prévio indenizado 1.850,00
VALOR LÍQUIDO 4.100,00`},
		{"a prescription", `
Dra. Aurora Prado   CRM/RN 1234   Clínica médica
RECEITUÁRIO
Para: Nina Prado Luz
Uso oral
1) Amoxicilina 500 mg ------ 21 comprimidos
Tomar 1 comprimido de 8 em 8 horas por 7 dias
Natal, 10 de fevereiro de 2025`},
		{"a curriculum", `
NINA PRADO LUZ
Brasileira, casada, 35 anos   Rua Um, 10, Natal/RN   (84) 99999-0000   nina@example.com
OBJETIVO  Assistente administrativo
FORMAÇÃO ACADÊMICA  Administração, Universidade do Vale, concluída em 2012
EXPERIÊNCIA PROFISSIONAL  2015 a 2019 - Bom Futuro Ltda - Auxiliar administrativo
CURSOS  Inglês, informática`},
		{"a summary of a company's registration", `
REPÚBLICA FEDERATIVA DO BRASIL  CADASTRO NACIONAL DA PESSOA JURÍDICA
NÚMERO DE INSCRIÇÃO 11.222.333/0001-81 MATRIZ   COMPROVANTE DE INSCRIÇÃO E DE SITUAÇÃO CADASTRAL   DATA DE ABERTURA 01/03/2015
NOME EMPRESARIAL BOM FUTURO LTDA   PORTE ME
CÓDIGO E DESCRIÇÃO DA ATIVIDADE ECONÔMICA PRINCIPAL 47.54-7-01 - Comércio varejista de móveis
LOGRADOURO RUA UM  NÚMERO 10  CEP 59000-000  BAIRRO CENTRO  MUNICÍPIO NATAL  UF RN
SITUAÇÃO CADASTRAL ATIVA`},
		{"a broker's note", `
NOTA DE NEGOCIAÇÃO        Nr. nota 123456     Folha 1    Data pregão 10/02/2025
BOM FUTURO CCTVM S.A.   C.N.P.J. 11.222.333/0001-81   Ouvidoria 0800 000 0000
Cliente 55667 NINA PRADO LUZ   CPF 529.982.247-25   Código cliente 55667
Negócios realizados
Q  Negociação  C/V  Tipo mercado  Especificação do título  Quantidade  Preço / Ajuste  Valor operação / Ajuste  D/C
1  1-BOVESPA   C    VISTA         PETR4 PN N2              100         38,00           3.800,00                 D
Resumo dos negócios   Taxa de liquidação 0,95   Emolumentos 0,19   I.R.R.F. s/ operações, base 0,00
Líquido para 12/02/2025   3.801,14 D`},
		{"a month's statement of investments", `
Bom Futuro Investimentos        Extrato de investimentos      Janeiro de 2025
Cliente: Nina Prado Luz    Conta: 55667-8
Posição em 31/01/2025
Fundo                      Cotas        Valor da cota   Saldo bruto   IR   IOF   Saldo líquido
BF Renda Fixa DI           1.234,5678   2,3456          2.895,80      0,00 0,00  2.895,80
Rentabilidade no mês 0,95%`},
		{"a card of a health plan", `
BOM FUTURO SAÚDE      Plano Ouro Enfermaria      ANS nº 123456
Nº do cartão 0 123 456789012345 6
NINA PRADO LUZ    Nascimento 01/02/1980   Validade 12/2027
Acomodação ENFERMARIA    Abrangência NACIONAL    CNS 700 0000 0000 0000`},
		{"a slip of a pension's payment", `
INSS - Instituto Nacional do Seguro Social
Histórico de créditos           Competência 01/2025
Nome NINA PRADO LUZ    NIT 120.44556.67-8   NB 123.456.789-0   Espécie 41 - Aposentadoria por idade
Valor total de MR do período 1.518,00   Descontos 0,00   Líquido 1.518,00   Meio de pagamento CCF  Banco 104`},
		{"a vow of employment", `
DECLARAÇÃO
Declaramos para os devidos fins que Nina Prado Luz, CPF 529.982.247-25, é nossa empregada desde 01/03/2015,
exercendo a função de assistente administrativa, com salário mensal de R$ 3.200,00.
Natal, 10 de fevereiro de 2025.   Bom Futuro Ltda - CNPJ 11.222.333/0001-81`},
		{"a till receipt", `
BOM FUTURO SUPERMERCADOS LTDA   CNPJ 11.222.333/0001-81
CUPOM FISCAL
ITEM CÓDIGO DESCRIÇÃO QTD UN VL UNIT VL ITEM
001 789 ARROZ 5KG 1 UN 25,90 25,90
002 790 FEIJÃO 1KG 2 UN 7,50 15,00
TOTAL R$ 40,90   DINHEIRO 50,00   TROCO 9,10`},
		{"a fine", `
DEPARTAMENTO ESTADUAL DE TRÂNSITO   NOTIFICAÇÃO DE AUTUAÇÃO DE INFRAÇÃO DE TRÂNSITO
Auto de infração A123456789   Placa ABC1D23   Marca/modelo VW/GOL   Data 10/02/2025 Hora 10:20
Descrição da infração: transitar em velocidade superior à máxima permitida   Código 7455-0   Valor R$ 130,16
Proprietário NINA PRADO LUZ   Prazo para defesa 10/03/2025`},
		{"a policy", `
APÓLICE DE SEGURO DE AUTOMÓVEL    Nº 0531 123456   Vigência: das 24h de 10/02/2025 às 24h de 10/02/2026
Seguradora: Bom Futuro Seguros S.A.  CNPJ 11.222.333/0001-81   Código SUSEP 05312
Segurado: Nina Prado Luz  CPF 529.982.247-25
Veículo VW GOL 1.0   Placa ABC1D23   Chassi 9BWZZZ377VT004251
Coberturas  Prêmio líquido 1.850,00  IOF 136,53  Prêmio total 1.986,53   Franquia 2.500,00`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := detect(documenttest.Typewritten(c.page), "", event.Extract); d.Accepted {
				t.Errorf("taken for %s with %.2f", text(d.Type), *d.Confidence)
			}
		})
	}
}
