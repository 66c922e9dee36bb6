package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Contracts, articles of association, powers of attorney and acts of courts of issuers
// that the samples do not have.
func TestContractsAndActs(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a contract of employment", "CONTRATO", `
                 CONTRATO INDIVIDUAL DE TRABALHO POR PRAZO DETERMINADO
                         (CONTRATO DE EXPERIÊNCIA)

Pelo presente instrumento particular de contrato de experiência, a empresa SUPERMERCADO BOA VISTA LTDA, com sede à Rua
das Laranjeiras, nº 210, Centro, Londrina/PR, inscrita no CNPJ sob nº 11.222.333/0001-81, doravante designada
simplesmente EMPREGADORA, e o(a) Sr.(a) CAIO BRITO NUNES, portador da CTPS nº 12345 série 001-PR, CPF nº
111.444.777-35, residente na Rua do Sol, 7, Londrina/PR, doravante designado EMPREGADO, celebram o presente Contrato
Individual de Trabalho, regido pelas cláusulas abaixo:

1ª - O EMPREGADO exercerá a função de REPOSITOR, obrigando-se a executar os serviços inerentes ao cargo.

2ª - O local de trabalho é a sede da EMPREGADORA, podendo esta transferi-lo.

3ª - O EMPREGADO perceberá a remuneração mensal de R$ 1.850,00 (um mil, oitocentos e cinquenta reais), a ser paga até o
5º dia útil do mês subsequente.

4ª - A jornada de trabalho será de 44 horas semanais, de segunda a sábado.

5ª - O prazo de duração deste contrato é de 45 (quarenta e cinco) dias, com início em 02/06/2025 e término em
16/07/2025, podendo ser prorrogado.

E por estarem de pleno acordo, as partes assinam o presente em duas vias.

Londrina, 02 de junho de 2025.

_____________________________          _____________________________
EMPREGADORA                            EMPREGADO

Testemunhas:
_____________________________          _____________________________`,
			map[string]string{
				"objeto":       `"a função de REPOSITOR, obrigando-se a executar os serviços inerentes ao cargo."`,
				"valor_mensal": `1850`,
				"prazo":        `"45 (quarenta e cinco) dias"`,
				"data_inicio":  `"2025-06-02"`,
				"data_termino": `"2025-07-16"`,
				"partes":       `[{"papel":"EMPREGADORA","nome":"SUPERMERCADO BOA VISTA LTDA","cpf_cnpj":"11222333000181","endereco":"Rua das Laranjeiras, nº 210, Centro, Londrina/PR"},{"papel":"EMPREGADO","nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","endereco":"Rua do Sol, 7, Londrina/PR"}]`,
			}},
		{"an agreement of secrecy with roles of its own", "CONTRATO", `
                    TERMO DE CONFIDENCIALIDADE E SIGILO

Pelo presente Termo, ALFA TECNOLOGIA S.A., sociedade anônima com sede na Avenida Paulista, 1000, 12º andar, Bela Vista,
São Paulo/SP, inscrita no CNPJ nº 11.222.333/0001-81, doravante denominada PARTE REVELADORA, e BETA SERVIÇOS LTDA, com
sede na Rua do Porto, 88, Centro, Santos/SP, CNPJ nº 33.000.167/0001-01, doravante denominada PARTE RECEPTORA, têm entre
si justo e acertado o seguinte:

1. OBJETO
1.1. O presente Termo tem por objeto a proteção das informações confidenciais trocadas entre as partes para avaliação de
projeto conjunto.

2. DAS OBRIGAÇÕES
2.1. A PARTE RECEPTORA obriga-se a manter sigilo sobre as informações.

3. DA VIGÊNCIA
3.1. As obrigações deste Termo vigorarão por 5 (cinco) anos a contar da assinatura.

4. DO FORO
4.1. As partes elegem o foro da comarca de São Paulo, Estado de São Paulo, para dirimir quaisquer controvérsias.

São Paulo, 14 de março de 2025.

ALFA TECNOLOGIA S.A.                            BETA SERVIÇOS LTDA

TESTEMUNHAS:

1) ______________________             2) _______________________
Nome: Ana Lima Rosa                   Nome: Davi Costa Nunes
CPF: 529.982.247-25                   CPF: 111.444.777-35`,
			map[string]string{
				"titulo":      `"TERMO DE CONFIDENCIALIDADE E SIGILO"`,
				"prazo":       `"5 (cinco) anos"`,
				"foro":        `"comarca de São Paulo, Estado de São Paulo"`,
				"partes":      `[{"papel":"PARTE REVELADORA","nome":"ALFA TECNOLOGIA S.A.","cpf_cnpj":"11222333000181","endereco":"Avenida Paulista, 1000, 12º andar, Bela Vista, São Paulo/SP"},{"papel":"PARTE RECEPTORA","nome":"BETA SERVIÇOS LTDA","cpf_cnpj":"33000167000101","endereco":"Rua do Porto, 88, Centro, Santos/SP"}]`,
				"testemunhas": `[{"nome":"Ana Lima Rosa","cpf":"52998224725"},{"nome":"Davi Costa Nunes","cpf":"11144477735"}]`,
			}},
		{"works in numbered clauses with their answers", "CONTRATO", `
             CONTRATO DE EMPREITADA GLOBAL

Contratante: CONDOMÍNIO EDIFÍCIO SOLAR DAS PALMEIRAS
CNPJ: 11.222.333/0001-81
Endereço: Rua das Palmeiras, 300, Boa Viagem, Recife/PE

Contratado: DAVI COSTA NUNES
CPF: 111.444.777-35
Endereço: Rua do Porto, 8, Olinda/PE

1 - DO OBJETO: execução da pintura externa do edifício, com fornecimento de mão de obra e materiais.
2 - DO PRAZO: 90 (noventa) dias, contados da assinatura.
3 - DO PREÇO: Pela execução dos serviços a CONTRATANTE pagará ao CONTRATADO a quantia de R$ 86.000,00 (oitenta e seis mil
reais).
4 - DO PAGAMENTO: 30% na assinatura e o restante em três parcelas iguais, conforme medição.
5 - DO FORO: Comarca do Recife.

Recife, PE, 3/3/2025.`,
			map[string]string{
				"objeto":          `"execução da pintura externa do edifício, com fornecimento de mão de obra e materiais."`,
				"prazo":           `"90 (noventa) dias"`,
				"valor_total":     `86000`,
				"forma_pagamento": `"30% na assinatura e o restante em três parcelas iguais, conforme medição."`,
				"foro":            `"Comarca do Recife"`,
				"data_assinatura": `"2025-03-03"`,
			}},
		{"a debt that is confessed", "CONTRATO", `
INSTRUMENTO PARTICULAR DE CONFISSÃO DE DÍVIDA E OUTRAS AVENÇAS

CREDOR: BANCO DO SOL S.A., instituição financeira, inscrita no CNPJ/MF sob o nº 11.222.333/0001-81, com sede na Av. Central,
500, Bairro Alto, Curitiba/PR;

DEVEDOR: DAVI COSTA NUNES, brasileiro, casado, comerciante, inscrito no CPF sob o nº 111.444.777-35, residente e
domiciliado na Rua do Porto, 8, Colombo/PR.

As partes acima identificadas têm, entre si, justo e acertado o presente Instrumento Particular de Confissão de Dívida,
que se regerá pelas cláusulas seguintes.

CLÁUSULA 1ª. O DEVEDOR reconhece e confessa dever ao CREDOR a importância líquida e certa de R$ 23.500,00 (vinte e três
mil e quinhentos reais).

CLÁUSULA 2ª. O valor será pago em 10 (dez) parcelas mensais e sucessivas de R$ 2.350,00, vencendo a primeira em
10/05/2025.

CLÁUSULA 3ª. Fica eleito o foro da Comarca da Região Metropolitana de Curitiba, Estado do Paraná, com renúncia a
qualquer outro, por mais privilegiado que seja.

E, por estarem justas e contratadas, firmam o presente em duas vias, na presença de duas testemunhas.

Curitiba, aos dez dias do mês de abril de dois mil e vinte e cinco.

TESTEMUNHAS
Ana Lima Rosa, CPF 529.982.247-25`,
			map[string]string{
				"valor_total":     `23500`,
				"foro":            `"Comarca da Região Metropolitana de Curitiba, Estado do Paraná"`,
				"data_assinatura": `"2025-04-10"`,
				"testemunhas":     `[{"nome":"Ana Lima Rosa","cpf":"52998224725"}]`,
			}},
		{"articles with partners in labelled lines", "CONTRATO_SOCIAL", `
CONTRATO SOCIAL
FAZENDA DIGITAL AGROTECNOLOGIA LTDA.

Sócios:
a) DAVI COSTA NUNES
   CPF: 111.444.777-35
   Endereço: Rua do Porto, 8, Olinda/PE
   Quotas: 7.000 - R$ 7.000,00 - 70%
b) ANA LIMA ROSA
   CPF: 529.982.247-25
   Endereço: Rua do Sol, 9, Recife/PE
   Quotas: 3.000 - R$ 3.000,00 - 30%

DENOMINAÇÃO: FAZENDA DIGITAL AGROTECNOLOGIA LTDA.
SEDE: Rua da Aurora, 325, Boa Vista, Recife/PE, CEP 50050-000
OBJETO SOCIAL: desenvolvimento de programas de computador sob encomenda.
CAPITAL SOCIAL: R$ 10.000,00 (dez mil reais)
NÚMERO DE QUOTAS: 10.000 quotas de R$ 1,00 cada
PRAZO DE DURAÇÃO: 10 (dez) anos
ADMINISTRADOR: DAVI COSTA NUNES
FORO: Recife/PE
Recife, 1º de julho de 2025`,
			map[string]string{
				"socios":        `[{"nome":"DAVI COSTA NUNES","cpf":"11144477735","quotas":7000,"valor":7000,"participacao":70},{"nome":"ANA LIMA ROSA","cpf":"52998224725","quotas":3000,"valor":3000,"participacao":30}]`,
				"prazo_duracao": `"10 (dez) anos"`,
				"foro":          `"Recife/PE"`,
				"cep":           `"50050000"`,
				"cidade":        `"Recife"`,
			}},
		{"articles of a practice, with the town before the street", "CONTRATO_SOCIAL", `
CONTRATO SOCIAL DE CONSTITUIÇÃO DE SOCIEDADE SIMPLES LTDA

CLÍNICA SÃO LUCAS SERVIÇOS MÉDICOS SIMPLES LTDA

Ana Lima Rosa, brasileira, casada, médica, CRM/SP 12345, CPF 529.982.247-25, e Davi Costa Nunes, brasileiro, divorciado,
médico, CPF 111.444.777-35, constituem uma sociedade simples limitada, conforme as cláusulas:

1 - DENOMINAÇÃO, SEDE E FORO
1.1 A sociedade girará sob a denominação de CLÍNICA SÃO LUCAS SERVIÇOS MÉDICOS SIMPLES LTDA.
1.2 A sociedade terá sua sede e foro na cidade de Campinas, Estado de São Paulo, na Rua Barão de Jaguara, nº 1481, sala
55, Centro, CEP 13015-910.

2 - OBJETO
2.1 O objeto da sociedade é a prestação de serviços médicos ambulatoriais.

3 - CAPITAL SOCIAL
3.1 O capital social, inteiramente subscrito e integralizado, é de R$ 30.000,00, dividido em 300 quotas, no valor de
R$ 100,00 cada uma, distribuídas como segue:
- Ana Lima Rosa: 200 (duzentas) quotas, no total de R$ 20.000,00
- Davi Costa Nunes: 100 (cem) quotas, no total de R$ 10.000,00

4 - PRAZO
4.1 O prazo de duração será indeterminado.

5 - ADMINISTRAÇÃO
5.1 A sociedade será administrada por ambos os sócios, Ana Lima Rosa e Davi Costa Nunes, em conjunto ou isoladamente.

Campinas, 3 de fevereiro de 2025.`,
			map[string]string{
				"endereco_sede": `"Rua Barão de Jaguara, nº 1481, sala 55, Centro"`,
				"cidade":        `"Campinas"`,
				"uf":            `"SP"`,
				"cep":           `"13015910"`,
				"socios":        `[{"nome":"Ana Lima Rosa","cpf":"52998224725","quotas":200,"valor":20000},{"nome":"Davi Costa Nunes","cpf":"11144477735","quotas":100,"valor":10000}]`,
			}},
		{"articles that raise the capital", "CONTRATO_SOCIAL", `
PRIMEIRA ALTERAÇÃO DE CONTRATO SOCIAL DA EMPRESA
LUZ & NUNES TRANSPORTES LTDA - EPP
CNPJ nº 11.222.333/0001-81
NIRE 35.2.1234567-8

Por este instrumento particular de alteração de contrato social, os abaixo assinados: 1. OTÁVIO LUZ PRADO, brasileiro,
natural de Natal/RN, casado sob o regime de comunhão parcial de bens, empresário, nascido em 10/10/1970, portador da
cédula de identidade RG nº 1.111.222 SSP/RN e do CPF/MF nº 529.982.247-25, residente e domiciliado na Rua da Praia, 77,
Natal/RN; e 2. CAIO BRITO NUNES, brasileiro, solteiro, maior, contador, portador do RG 3.333.444 SSP/RN e inscrito no
CPF/MF sob o nº 111.444.777-35, residente na Rua do Sol, 7, Natal/RN, únicos sócios componentes da sociedade limitada que
gira sob a denominação social de LUZ & NUNES TRANSPORTES LTDA - EPP, com sede na Avenida Brasil, 900, Lagoa Nova,
Natal/RN, CEP 59075-000, resolvem alterar o contrato social:

CLÁUSULA I - O capital social que é de R$ 10.000,00 fica elevado para R$ 90.000,00 (noventa mil reais), dividido em 90.000
quotas de R$ 1,00 cada, distribuído entre os sócios:

Sócio                       Quotas      Valor em R$      %
Otávio Luz Prado            60.000      60.000,00        66,67
Caio Brito Nunes            30.000      30.000,00        33,33
Total                       90.000      90.000,00        100,00

CLÁUSULA II - DO OBJETO SOCIAL
A sociedade passa a ter o seguinte objeto social: transporte rodoviário de cargas e depósito de mercadorias.

CLÁUSULA III - A administração caberá ao sócio Otávio Luz Prado, que assinará isoladamente.

CLÁUSULA IV - As demais cláusulas permanecem inalteradas. Foro: Natal/RN.

Natal/RN, 11 de novembro de 2024.

JUNTA COMERCIAL DO ESTADO DO RIO GRANDE DO NORTE
CERTIFICO O REGISTRO EM: 20/11/2024 SOB Nº: 20240987654`,
			map[string]string{
				"capital_social":   `90000`,
				"numero_alteracao": `1`,
				"data_registro":    `"2024-11-20"`,
				"numero_registro":  `"20240987654"`,
				"foro":             `"Natal/RN"`,
			}},
		{"a power of attorney for a vehicle", "PROCURACAO", `
                          PROCURAÇÃO

OUTORGANTE: NINA PRADO LUZ, brasileira, viúva, costureira, RG 2.345.678 SSP/CE, CPF 529.982.247-25, residente e
domiciliada na Rua das Flores, 12, Centro, Sobral/CE.

OUTORGADO: CAIO BRITO NUNES, brasileiro, solteiro, despachante documentalista, RG 3.333.444 SSP/CE, CPF 111.444.777-35,
residente na Rua do Sol, 7, Sobral/CE.

PODERES: para o fim especial de vender, transferir e assinar o CRV do veículo abaixo descrito, junto ao DETRAN/CE,
podendo receber e dar quitação.

DADOS DO VEÍCULO
Marca/Modelo: FIAT/UNO MILLE      Placa: HXY-1234      Renavam: 00123456789
Chassi: 9BD15822786543210         Ano: 2008/2009       Cor: PRATA

Sobral, 02 de junho de 2025.

____________________________
NINA PRADO LUZ`,
			map[string]string{
				"tipo":       `"particular"`,
				"poderes":    `"para o fim especial de vender, transferir e assinar o CRV do veículo abaixo descrito, junto ao DETRAN/CE, podendo receber e dar quitação."`,
				"outorgados": `[{"nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","rg":"3333444","nacionalidade":"brasileiro","estado_civil":"solteiro","profissao":"despachante documentalista","endereco":"Rua do Sol, 7, Sobral/CE"}]`,
			}},
		{"a notary's power of attorney whose cards name their issuer", "PROCURACAO", `
REPÚBLICA FEDERATIVA DO BRASIL
ESTADO DO PARANÁ - COMARCA DE LONDRINA
1º TABELIONATO DE NOTAS
Livro: 0455-P            Folha: 123              Protocolo: 887/2025
PROCURAÇÃO BASTANTE QUE FAZ: OTÁVIO LUZ PRADO
A FAVOR DE: NINA PRADO LUZ
SAIBAM todos quantos este público instrumento de procuração bastante virem, que aos vinte e três (23) dias do mês de
outubro do ano de dois mil e vinte e quatro (2024), nesta cidade e Comarca de Londrina, Estado do Paraná, em Cartório,
perante mim, Tabeliã, compareceu como OUTORGANTE: OTÁVIO LUZ PRADO, brasileiro, casado, agricultor, portador da Carteira
de Identidade RG nº 1.111.222-SSP/PR, inscrito no CPF/MF sob nº 529.982.247-25, residente e domiciliado na Estrada do
Limoeiro, km 4, zona rural, Londrina/PR; reconhecido como o próprio por mim, do que dou fé. E por ele me foi dito que por
este instrumento nomeia e constitui sua bastante PROCURADORA: NINA PRADO LUZ, brasileira, casada, do lar, portadora do RG
nº 2.345.678-SSP/PR, inscrita no CPF/MF sob nº 111.444.777-35, residente no mesmo endereço; a quem confere amplos, gerais
e ilimitados poderes para vender o imóvel de matrícula 12.345 do 1º Registro de Imóveis de Londrina, podendo assinar
escrituras. Esta procuração tem validade até 23/10/2026. Assim disse, do que dou fé.`,
			map[string]string{
				"tipo":            `"publica"`,
				"livro":           `"0455-P"`,
				"folha":           `"123"`,
				"data_validade":   `"2026-10-23"`,
				"data_assinatura": `"2024-10-23"`,
				"outorgantes":     `[{"nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725","rg":"1111222","nacionalidade":"brasileiro","estado_civil":"casado","profissao":"agricultor","endereco":"Estrada do Limoeiro, km 4, zona rural, Londrina/PR"}]`,
			}},
		{"a decision of a panel", "DOCUMENTO_JURIDICO", `
TRIBUNAL DE JUSTIÇA DO ESTADO DO RIO GRANDE DO SUL
APELAÇÃO CÍVEL Nº 5001234-22.2023.8.21.0001/RS
TIPO DE AÇÃO: Indenização por dano moral
RELATOR: DESEMBARGADOR OTÁVIO LUZ PRADO
APELANTE: BANCO DO SOL S.A. (RÉU)
APELADO: NINA PRADO LUZ (AUTOR)
ADVOGADO(A): DAVI COSTA NUNES (OAB RS012345)

EMENTA
APELAÇÃO CÍVEL. NEGATIVAÇÃO INDEVIDA. DANO MORAL CONFIGURADO. MANUTENÇÃO DO QUANTUM.

ACÓRDÃO
Vistos e relatados estes autos em que são partes as acima indicadas, a Egrégia 9ª Câmara Cível do Tribunal de Justiça do
Estado do Rio Grande do Sul decidiu, por unanimidade, negar provimento ao recurso de apelação, nos termos do relatório e
votos que integram o presente julgado.

Porto Alegre, 28 de agosto de 2025.`,
			map[string]string{
				"tipo_documento":  `"acordao"`,
				"vara":            `"9ª Câmara Cível"`,
				"uf":              `"RS"`,
				"magistrado_nome": `"OTÁVIO LUZ PRADO"`,
				"partes":          `[{"papel":"APELANTE","nome":"BANCO DO SOL S.A."},{"papel":"APELADO","nome":"NINA PRADO LUZ"}]`,
				"dispositivo":     `"negar provimento ao recurso de apelação, nos termos do relatório e votos que integram o presente julgado."`,
			}},
		{"an order of a court under its address", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO DO ESTADO DA BAHIA
COMARCA DE ILHÉUS
2ª VARA DA FAZENDA PÚBLICA
Av. Osmundo Marques, s/n, Fórum Epaminondas Berbert de Castro - Ilhéus/BA
Fone: (73) 3234-1234 E-mail: ilheus2vfazpub@tj.example

DESPACHO

Processo: 8001234-56.2024.8.05.0103
Classe: EXECUÇÃO FISCAL (1116)
Assunto: [IPTU/ Imposto Predial e Territorial Urbano]
Parte ativa: EXEQUENTE: MUNICÍPIO DE ILHEUS
Advogado(s):
Parte passiva: EXECUTADO: DAVI COSTA NUNES
Advogado(s): ANA LIMA ROSA (OAB:BA12345)

Intime-se o exequente para, no prazo de 15 (quinze) dias, manifestar-se sobre o prosseguimento do feito.

Ilhéus (BA), 22 de outubro de 2024.

OTÁVIO LUZ PRADO
Juiz de Direito`,
			map[string]string{
				"tipo_documento": `"despacho"`,
				"vara":           `"2ª VARA DA FAZENDA PÚBLICA"`,
				"comarca":        `"ILHÉUS"`,
				"uf":             `"BA"`,
				"partes":         `[{"papel":"EXEQUENTE","nome":"MUNICÍPIO DE ILHEUS"},{"papel":"EXECUTADO","nome":"DAVI COSTA NUNES"}]`,
				"dispositivo":    `"Intime-se o exequente para, no prazo de 15 (quinze) dias, manifestar-se sobre o prosseguimento do feito."`,
			}},
		{"lawyers by the state of their number", "DOCUMENTO_JURIDICO", `
SUPERIOR TRIBUNAL DE JUSTIÇA
AgInt no AGRAVO EM RECURSO ESPECIAL Nº 1.234.567 - SP (2023/0012345-6)
RELATOR : MINISTRO OTÁVIO LUZ PRADO
AGRAVANTE : BANCO DO SOL S.A.
ADVOGADOS : DAVI COSTA NUNES - SP123456
            ANA LIMA ROSA - SP654321
AGRAVADO : NINA PRADO LUZ
ADVOGADO : BENTO ALVES PRADO - SP111222

EMENTA
AGRAVO INTERNO. CONTRATO BANCÁRIO. REVISÃO DE FATOS. SÚMULA 7/STJ.

ACÓRDÃO
Vistos e relatados estes autos, acordam os Ministros da Quarta Turma do Superior Tribunal de Justiça, por unanimidade, negar
provimento ao recurso, nos termos do voto do Sr. Ministro Relator.

Brasília (DF), 12 de março de 2024 (Data do Julgamento).`,
			map[string]string{
				"tribunal":       `"SUPERIOR TRIBUNAL DE JUSTIÇA"`,
				"advogados":      `[{"nome":"DAVI COSTA NUNES","oab":"SP123456"},{"nome":"ANA LIMA ROSA","oab":"SP654321"},{"nome":"BENTO ALVES PRADO","oab":"SP111222"}]`,
				"data_documento": `"2024-03-12"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
