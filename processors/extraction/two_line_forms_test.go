package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Papers of trade whose rows take two lines, whose headings stand side by side, and that
// come in two copies.
func TestTwoLineForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a note whose items go on with their taxes", "NFE", `
DANFE                                                  NF-e nº 1234 série 1
                                                       SAÍDA - folha 1
Chave de acesso: 2425 0311 2223 3300 0181 5500 1000 0012 3410 0000 0013

EMITENTE                            COMPRADOR                            PRAZOS
FERRAGENS BOA VISTA LTDA            BENTO ALVES PRADO                    Emissão 10/03/2025
CNPJ 11.222.333/0001-81             CPF 111.444.777-35                   Saída 11/03/2025
Rua do Sol, 45                      Rua das Flores, 12
Natal - RN                          CENTRO - CEP 59010-100
                                    NATAL / RN

ITENS
0123 PREGO 17X27 CABECA CHATA          10,00 KG       12,50       125,00
     NCM: 73170090  CST: 060  CFOP: 5405  BC ICMS: 0,00  ICMS: 0,00
0456 SERROTE 20 POL                    2,00 PC       40,00        80,00
     NCM: 82021000  CST: 000  CFOP: 5102  BC ICMS: 80,00  ICMS: 14,40

Total dos produtos 205,00
Total da nota 205,00`,
			map[string]string{
				"destinatario_nome": `"BENTO ALVES PRADO"`, "destinatario_endereco": `"Rua das Flores, 12"`, "destinatario_bairro": `"CENTRO"`, "destinatario_municipio": `"NATAL"`, "destinatario_uf": `"RN"`,
				"tipo_operacao": `"saida"`, "valor_total": "205",
				"itens": `[{"codigo":"0123","descricao":"PREGO 17X27 CABECA CHATA","ncm":"73170090","cst":"060","cfop":"5405","unidade":"KG","quantidade":10,"valor_unitario":12.5,"valor_total":125,"base_icms":0,"valor_icms":0},{"codigo":"0456","descricao":"SERROTE 20 POL","ncm":"82021000","cst":"000","cfop":"5102","unidade":"PC","quantidade":2,"valor_unitario":40,"valor_total":80,"base_icms":80,"valor_icms":14.4}]`,
			}},
		{"a simplified note with quantities under the names", "NFE", `
DANFE SIMPLIFICADO                                     NF-e nº 1234 série 1
FERRAGENS BOA VISTA LTDA
CNPJ 11.222.333/0001-81   IE 20.123.456-7
Chave de acesso: 2425 0311 2223 3300 0181 5500 1000 0012 3410 0000 0013
Emissão 10/03/2025

001 7891234567895 CIMENTO CP II 50KG
    10,00 SC x 38,50                                   385,00
002 7890000000017 AREIA LAVADA MEDIA
    2,00 M3 x 120,00                                   240,00

Total da nota R$ 625,00`,
			map[string]string{
				"itens": `[{"codigo":"7891234567895","descricao":"CIMENTO CP II 50KG","unidade":"SC","quantidade":10,"valor_unitario":38.5,"valor_total":385},{"codigo":"7890000000017","descricao":"AREIA LAVADA MEDIA","unidade":"M3","quantidade":2,"valor_unitario":120,"valor_total":240}]`,
			}},
		{"a receipt of a day's work in two copies", "RECIBO", `
RECIBO DE PAGAMENTO                     Nº 12            R$ 360,00
Quem pagou            Nina Luz Prado
Por extenso           Trezentos e sessenta reais
Serviço               2 diárias de faxina e passadoria
Valor da diária       R$ 180,00
Quem recebeu          Rosa Melo Dantas
CPF                   529.982.247-25
Local e data          Natal - RN, 10/05/2025

1ª via - quem paga
- - - - - - - - - - - - - - - - - - - - - - - - - - - - -
RECIBO DE PAGAMENTO                     Nº 12            R$ 360,00
Quem pagou            Nina Luz Prado
Por extenso           Trezentos e sessenta reais
Serviço               2 diárias de faxina e passadoria
Valor da diária       R$ 180,00
Quem recebeu          Rosa Melo Dantas
CPF                   529.982.247-25
Local e data          Natal - RN, 10/05/2025

2ª via - quem recebe`,
			map[string]string{
				"numero": `"12"`, "valor": "360", "pagador_nome": `"Nina Luz Prado"`, "pagador_cpf_cnpj": "", "recebedor_nome": `"Rosa Melo Dantas"`, "recebedor_cpf_cnpj": `"52998224725"`,
				"referente_a": `"2 diárias de faxina e passadoria"`, "data": `"2025-05-10"`, "cidade": `"Natal"`, "uf": `"RN"`,
			}},
		{"a statement addressed like a letter", "EXTRATO_BANCARIO", `
Banco do Sol S.A.                               EXTRATO MENSAL
                                                março de 2025

ROSA MELO DANTAS                                Agência: 0123
AV DAS DUNAS, 77, APTO 301                      Conta: 45.678-9
PONTA NEGRA                                     CPF: 529.982.247-25
59090-100 NATAL RN                              Período: 01/03/2025 a 31/03/2025

Data        Histórico               Documento     Valor        Saldo
            SALDO ANTERIOR                                     100,00
03/03/2025  PIX RECEBIDO            12345         50,00        150,00
05/03/2025  TARIFA                  12346         10,00-       140,00`,
			map[string]string{
				"titular_nome": `"ROSA MELO DANTAS"`, "titular_cpf_cnpj": `"52998224725"`, "agencia": `"0123"`, "conta": `"45.678-9"`, "periodo_inicio": `"2025-03-01"`,
			}},
		{"a statement with a title over its table", "EXTRATO_BANCARIO", `
Banco do Sol S.A.
Cliente: ROSA MELO DANTAS   CPF: 529.982.247-25   Agência: 0123   Conta: 45.678-9

CONTA CORRENTE - MOVIMENTAÇÃO
Data       Descrição         Nº Documento   Créditos    Débitos     Saldo (R$)
           SALDO ANTERIOR                                           100,00
03/03/2025 SAQUE DINHEIRO    12345                      20,00-      80,00
05/03/2025 TED RECEBIDA      12346          70,00                   150,00`,
			map[string]string{
				"lancamentos": `[{"data":"2025-03-03","descricao":"SAQUE DINHEIRO","documento":"12345","valor":-20,"saldo":80},{"data":"2025-03-05","descricao":"TED RECEBIDA","documento":"12346","valor":70,"saldo":150}]`,
			}},
		{"a bill of a cooperative", "COMPROVANTE_RESIDENCIA", `
COOPERATIVA DE ENERGIA DO VALE            CONTA DE ENERGIA ELÉTRICA
CNPJ 11.222.333/0001-81

COOPERADO                                 CPF / CNPJ
BENTO ALVES PRADO                         111.444.777-35
LOCALIDADE / LOGRADOURO                   BAIRRO           CEP
LINHA SÃO JOÃO, KM 4                      INTERIOR         89010-100
MUNICÍPIO       ESTADO     UNID. CONSUMIDORA     CLASSE     MEDIDOR
BLUMENAU        SC         94511-1               RURAL      97846131
MÊS/ANO FATURADO     DATA DE EMISSÃO     VENCIMENTO     TOTAL A PAGAR (R$)
12/2024              23/12/2024          10/01/2025     668,79

COTA CAPITAL COOPERADO      26,74`,
			map[string]string{
				"titular_nome": `"BENTO ALVES PRADO"`, "titular_cpf_cnpj": `"11144477735"`, "codigo_cliente": `"94511-1"`, "cidade": `"BLUMENAU"`, "uf": `"SC"`, "mes_referencia": `"2024-12"`, "valor_total": "668.79",
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
