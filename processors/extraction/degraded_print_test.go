package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Scans and photos on which the marks, rules or words are lost that part and join
// what a clean print has in good order.
func TestDegradedPrint(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"sentences whose set-apart commas are lost", "CERTIDAO_CASAMENTO", `
                    Certidão de Casamento

CERTIFICO que no dia   vinte e cinco de outubro de dois mil e   um   foi celebrado perante o
Juiz de Paz José Nogueira Pinto o casamento de:
ELE:   LORENZO SAMPAIO   VIEIRA   de nacionalidade brasileira   profissão autônomo
nascido em   17/09/1978   natural de Salvador - BA   filho de Erick da Rosa Vieira e de
Laís Santos Moreira   CPF 376.905.016-99
ELA:   ALLANA NATÁLIA MACHADO   VIEIRA   de nacionalidade brasileira   profissão autônoma
nascida em   12/09/1979   natural de Salvador - BA   filha de Isaque Gonçalves Vieira e de
Marina Andrade Sá   CPF 111.457.684-07
Os contraentes não alteraram os seus nomes.`,
			map[string]string{
				"data_casamento": `"2001-10-25"`,
			}},
		{"a table at the height of a panel of labels", "INFORME_RENDIMENTOS_CORRETORAS", `
Investidor                 Proventos recebidos
Calebe de Pacheco
                           CNPJ pagador         Empresa ou fundo        Papel     Natureza       IRRF      Bruto
CPF                        28.152.357/0001-04   BANCO BRADESCO PN N1    BBDC4     Dividendos     0,00      74,14
750.854.686-51
                           10.182.770/0001-56   SID NACIONAL ON         CSNA3     JCP           45,72     304,81
Conta investimento
15025045                   30.836.859/0001-04   RAIA DROGASIL ON NM     RADL3     Dividendos     0,00   1.078,71`,
			map[string]string{
				"codigo_cliente": `"15025045"`,
				"proventos": `[{"ativo":"BBDC4","tipo":"Dividendos","fonte_pagadora_cnpj":"28152357000104","valor":74.14,"imposto_retido":0},` +
					`{"ativo":"CSNA3","tipo":"JCP","fonte_pagadora_cnpj":"10182770000156","valor":304.81,"imposto_retido":45.72},` +
					`{"ativo":"RADL3","tipo":"Dividendos","fonte_pagadora_cnpj":"30836859000104","valor":1078.71,"imposto_retido":0}]`,
			}},
		{"a table with a box right of it", "EXTRATO_BANCARIO", `
Extrato mensal de conta corrente
OTAVIO LUZ PRADO                             ag 5107     c/c 95901-3
período de 01/09/2024 até 30/09/2024

data     histórico                       ag. orig.      valor R$      saldo R$
                                                                                    Resumo do período
01/09    SALDO ANTERIOR                                               6.087,49
                                                                                    total de créditos
02/09    CH COMPENSADO 341                   5107         619,66-                         40.398,53
         SALDO DO DIA                                                 5.467,83
04/09    SEGURO VIDA PARCELA                 5107          52,22-                   total de débitos
                                                                                          10.489,80
         TED POSTO IPE                       5107       5.146,87
         SALDO DO DIA                                                10.562,48      saldo final
                                                                                          10.562,48
05/09    JUROS LIMITE DA CONTA               5107           6,40-
         SALDO DO DIA                                                10.556,08`,
			map[string]string{
				"lancamentos": `[{"data":"2024-09-02","descricao":"CH COMPENSADO 341","valor":-619.66},{"data":"2024-09-04","descricao":"SEGURO VIDA PARCELA","valor":-52.22},` +
					`{"data":"2024-09-04","descricao":"TED POSTO IPE","valor":5146.87},{"data":"2024-09-05","descricao":"JUROS LIMITE DA CONTA","valor":-6.4}]`,
			}},
		{"a mandate whose commas are lost behind names", "PROCURACAO", `
                          PROCURAÇÃO

OUTORGANTE: JOÃO LUCAS DA LUZ CAVALCANTE nacionalidade BRASILEIRO , est. civil VIÚVO ,
profissão MÉDICO , RG nº 6.319.667 , CPF nº 529.982.247-25 , domiciliado em
VOLTA REDONDA/RJ , à RUA CORONEL FERRAZ, 731, CASA 8, CIDADE NOVA .
OUTORGADO: RAFAELA DUARTE DE ARAÚJO nacionalidade BRASILEIRA , RG nº 8892122007 ,
CPF nº 111.444.777-35 , com endereço à RUA SANTA RITA, 227, JARDIM AMÉRICA .
PODERES: pelo presente instrumento particular de procuração, o outorgante nomeia e constitui seu
procurador o outorgado acima, a quem concede poderes especiais para retirar do pátio o veículo.`,
			map[string]string{
				"outorgados": `[{"nome":"RAFAELA DUARTE DE ARAÚJO","cpf_cnpj":"11144477735","rg":"8892122007","nacionalidade":"BRASILEIRA","endereco":"RUA SANTA RITA, 227, JARDIM AMÉRICA"}]`,
			}},
		{"an answer in small letters under a label that names a person too", "LAUDO_MEDICO", `
RELATÓRIO DO MÉDICO ASSISTENTE

7. Conclusão / considerações do médico assistente:
Sem condições de retorno ao trabalho no momento, devendo manter tratamento e reavaliação periódica.

C - MÉDICO ASSISTENTE
Nome: THOMAS ALMEIDA DA ROCHA          CRM nº: 873.149/ES`,
			map[string]string{
				"medico_nome": `"THOMAS ALMEIDA DA ROCHA"`,
				"conclusao":   `"Sem condições de retorno ao trabalho no momento, devendo manter tratamento e reavaliação periódica."`,
			}},
		{"a plan with a plus sign", "INFORME_PLANO_SAUDE", `
DEMONSTRATIVO DE PAGAMENTOS PARA IMPOSTO DE RENDA

Titular                       Plano
OTAVIO LUZ PRADO              COLETIVO POR ADESÃO AMBULATORIAL + HOSPITALAR`,
			map[string]string{"plano": `"COLETIVO POR ADESÃO AMBULATORIAL + HOSPITALAR"`}},
		{"a table whose documents look like sums without their comma", "EXTRATO_BANCARIO", `
Extrato de conta corrente                       Período: 01/06/2024 a 15/06/2024

Data           Lançamento                      Dcto.         Crédito (R$)      Débito (R$)       Saldo (R$)
31/05/2024     SALDO ANTERIOR                                                                       3.177,25
03/06/2024     CONVENIO SEFAZ 791862           5921613                              -49,02
03/06/2024     CRED PROVENTOS                  5728073           1.953,72                           5.081,95
04/06/2024     CH COMPENSADO 341 260754        3057702                             -222,07          4.859,88`,
			map[string]string{
				"lancamentos": `[{"data":"2024-06-03","descricao":"CONVENIO SEFAZ 791862","documento":"5921613","valor":-49.02},` +
					`{"data":"2024-06-03","descricao":"CRED PROVENTOS","documento":"5728073","valor":1953.72,"saldo":5081.95},` +
					`{"data":"2024-06-04","descricao":"CH COMPENSADO 341 260754","documento":"3057702","valor":-222.07,"saldo":4859.88}]`,
			}},
		{"signs of sums that are blurred", "EXTRATO_BANCARIO", `
EXTRATO PARA SIMPLES CONFERENCIA
AGENCIA..: 3014
CONTA....: 3701.81169347-9
PERIODO..: 01/06/2025 A 30/06/2025

DIA       NR.DOC      HISTORICO                  VALOR
                      SALDO ANTERIOR         1.000,54€
03/06     820518      DEB IOF                  593,17D
03/06     830953      DEB PIX                  259,330
06/06     471472      CRED PIX                 376,45€
11/06     316921      SAQUE LOTERICO            85,26D
                      SALDO FINAL              439,23C`,
			map[string]string{
				"lancamentos": `[{"data":"2025-06-03","descricao":"DEB IOF","documento":"820518","valor":-593.17},{"data":"2025-06-03","descricao":"DEB PIX","documento":"830953","valor":-259.33},` +
					`{"data":"2025-06-06","descricao":"CRED PIX","documento":"471472","valor":376.45},{"data":"2025-06-11","descricao":"SAQUE LOTERICO","documento":"316921","valor":-85.26}]`,
			}},
		{"a table whose rules are read as marks and whose heading lost letters", "NFE", `
DANFE Documento Auxiliar da Nota Fiscal Eletrônica

CODIGO     DESCRI   DO ARTIGO               NCM         CST     CFOP     UN     QUANT     V.UNITARIO     V.TOTAL
6762       [TONER COMPATIVEL CF258A         84439933    000     6102     UN     3,00          101,88     305,64]
k    +    t    +    t    1    +
9159       SMARTPHONE 128GB PRETO]          85171300    000     6102     PC     6,00        1.524,75   9.148,50]`,
			map[string]string{
				"itens": `[{"codigo":"6762","descricao":"TONER COMPATIVEL CF258A","ncm":"84439933","cst":"000","cfop":"6102","unidade":"UN","quantidade":3,"valor_unitario":101.88,"valor_total":305.64},` +
					`{"codigo":"9159","descricao":"SMARTPHONE 128GB PRETO","ncm":"85171300","cst":"000","cfop":"6102","unidade":"PC","quantidade":6,"valor_unitario":1524.75,"valor_total":9148.5}]`,
			}},
		{"a number behind another one, and a date whose separator is lost", "HOLERITE", `
Demonstrativo de Pagamento Mensal

Empregado                      Nº pess      CHE                Dt adm
Sabrina da Conceição Gomes     00001735     529 982 247-25     01.05 2009`,
			map[string]string{"funcionario_cpf": `"52998224725"`, "data_admissao": `"2009-05-01"`}},
		{"headings that are read as scraps, over names and numbers", "INFORME_PLANO_SAUDE", `
DEMONSTRATIVO DE PAGAMENTOS E REEMBOLSOS - ANO-BASE 2024

CERT.     RAN                            cor                 DEPENDÊNCIA     NASC         PRÊMIO PAGO     REEMBOLSADO
00        ALICE FERNANDES DE PIMENTA     529.982.247-25      TITULAR         24/07/68        3.987,30          413,02
01        LEO FERNANDES DE PIMENTA       111.444.777-35      FILHO           24/07/98        1.987,30            0,00
                                                             TOTAIS DO GRUPO FAMILIAR        5.974,60          413,02`,
			map[string]string{
				"beneficiarios": `[{"nome":"ALICE FERNANDES DE PIMENTA","cpf":"52998224725","parentesco":"TITULAR","valor_pago":3987.3,"valor_reembolsado":413.02},` +
					`{"nome":"LEO FERNANDES DE PIMENTA","cpf":"11144477735","parentesco":"FILHO","valor_pago":1987.3,"valor_reembolsado":0}]`,
			}},
		{"leaders whose last dots became letters", "CNH", `
DETRAN-AL    SISTEMA RENACH - CARTEIRA NACIONAL DE HABILITACAO - ESPELHO

NOME DO CONDUTOR..............: YAGO AZEVEDO DOS FERREIRA
NATURALIDADE / UF......cccceo! MACEIO / AL
DT. VENCIMENTO CNH..........ee: 05/03/2036
OBSERVACOES DA CNH...........0: CETVC; EAR`,
			map[string]string{"nome": `"YAGO AZEVEDO DOS FERREIRA"`, "local_nascimento": `"MACEIO"`, "data_validade": `"2036-03-05"`, "observacoes": `"CETVC; EAR"`}},
		{"a name over a box whose label lost letters", "DOCUMENTO_VEICULAR", `
IDENTIFICAÇÃO DO VENDEDOR (PROPRIETÁRIO)

Nome                                  CPF/CNPJ
LUIZ HENRIQUE DA LUZ ALVES            529.982.247-25
E ma                                  Município de domic o         UF
luiz.alvesGexample.com.br             SANTA MARIA                  RS`,
			map[string]string{"proprietario_nome": `"LUIZ HENRIQUE DA LUZ ALVES"`}},
		{"the number of a law in small print", "CNH", `
CARTEIRA NACIONAL DE HABILITAÇÃO
NOME
ANA LUZ VARGAS
CPF
529.982.247-25
              Documento assinado com certificado digital em conformidade com a Medida
              Provisória nº 2200-2/2001`,
			map[string]string{"nome": `"ANA LUZ VARGAS"`, "numero_espelho": ``}},
		{"a number under a word's label", "CNH", `
CARTEIRA NACIONAL DE HABILITAÇÃO
NOME
ANA LUZ VARGAS
CPF                   NACIONALIDADE
529.982.247-25        6245162006`,
			map[string]string{"cpf": `"52998224725"`, "nacionalidade": ``}},
		{"a heading among headings that lost letters", "COMPROVANTE_EDUCACAO", `
Extrato de pagamentos 2024
Estudante                             CPF do estudante        RA
Ayla Ribeiro de Sales                 529.982.247-25          55734
Curso                                 Nive                    Turno
Técnico em Segurança do Trabalho      Ensino Técnico          EAD`,
			map[string]string{"curso": `"Técnico em Segurança do Trabalho"`, "matricula": `"55734"`}},
		{"a numbered heading that ends like a label over a label", "DECLARACAO_IR_ANTERIOR", `
CÓPIA DA DECLARAÇÃO DE AJUSTE ANUAL
Exercício 2020 - Ano-calendário 2019
5. Demais rendimentos
Isentos e não tributáveis: R$ 2.771,85
Sujeitos à tributação exclusiva ou definitiva: R$ 847,78`,
			map[string]string{"rendimentos_isentos": `2771.85`}},
		{"a number of the print beside the office of a licence", "CNH", `
CARTEIRA NACIONAL DE HABILITAÇÃO
Nº 968208516          DETRAN-SP
NOME        MARCELA SILVA OLIVEIRA
IDENT       670402186 SSP SP`,
			map[string]string{"numero_espelho": `"968208516"`, "documento_identidade": `"670402186"`}},
		{"a question whose mark is lost", "IRPF", `
DECLARAÇÃO DE AJUSTE ANUAL    EXERCÍCIO 2026

Nome                          Declaração retificadora
NINA LUZ PRADO                Não`,
			map[string]string{"retificadora": `false`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Scanned(0.95, c.page)), c.want)
		})
	}
}
