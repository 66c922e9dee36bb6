package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Contracts, articles and mandates in forms of everyday use.
func TestAgreementForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a lease in labelled fields", "CONTRATO", `
                      CONTRATO DE LOCAÇÃO DE IMÓVEL PARA FINS RESIDENCIAIS

LOCADOR(A)
Nome: OTÁVIO LUZ PRADO              CPF: 529.982.247-25      RG: 1.111.222 SSP/RN
Endereço: Rua da Praia, 77, Centro                   Cidade: Natal        UF: RN
LOCATÁRIO(A)
Nome: CAIO BRITO NUNES              CPF: 111.444.777-35      RG: 3.333.444 SSP/RN
Endereço: Rua do Sol, 7, Tirol                       Cidade: Natal        UF: RN
IMÓVEL
Apartamento 302 do Edifício Atlântico, situado na Avenida Brasil, 900, Lagoa Nova, Natal/RN

PRAZO: 30 (trinta) meses    INÍCIO: 01/03/2025    TÉRMINO: 31/08/2027
ALUGUEL MENSAL: R$ 1.800,00 (um mil e oitocentos reais)   VENCIMENTO: todo dia 05
FORMA DE PAGAMENTO: depósito na conta corrente do locador, Banco do Brasil, agência 1234-5

As partes acima qualificadas ajustam a presente locação mediante as cláusulas que seguem:

1ª - O imóvel destina-se exclusivamente à moradia do LOCATÁRIO e de sua família.
2ª - O aluguel será reajustado anualmente pelo IGP-M.
3ª - Para as questões deste contrato, as partes elegem o foro da Comarca de Natal/RN.

Natal/RN, 20 de fevereiro de 2025.

_____________________________          _____________________________
OTÁVIO LUZ PRADO                       CAIO BRITO NUNES
Locador                                Locatário

Testemunhas:
1. _____________________________       2. _____________________________
Nome: Nina Prado Reis                  Nome: Ana Luz Melo
CPF: 987.654.321-00                    CPF: 390.533.447-05`,
			map[string]string{
				"titulo": `"CONTRATO DE LOCAÇÃO DE IMÓVEL PARA FINS RESIDENCIAIS"`,
				"objeto": `"Apartamento 302 do Edifício Atlântico, situado na Avenida Brasil, 900, Lagoa Nova, Natal/RN"`,
				"partes": `[{"papel":"LOCADOR(A)","nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725","endereco":"Rua da Praia, 77, Centro"},` +
					`{"papel":"LOCATÁRIO(A)","nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","endereco":"Rua do Sol, 7, Tirol"}]`,
				"valor_mensal":    `1800`,
				"forma_pagamento": `"depósito na conta corrente do locador, Banco do Brasil, agência 1234-5"`,
				"prazo":           `"30 (trinta) meses"`,
				"data_inicio":     `"2025-03-01"`,
				"data_termino":    `"2027-08-31"`,
				"data_assinatura": `"2025-02-20"`,
				"cidade":          `"Natal"`,
				"uf":              `"RN"`,
				"foro":            `"Comarca de Natal/RN"`,
				"testemunhas":     `[{"nome":"Nina Prado Reis","cpf":"98765432100"},{"nome":"Ana Luz Melo","cpf":"39053344705"}]`,
			}},
		{"a contract of works between two companies", "CONTRATO", `
INSTRUMENTO PARTICULAR DE CONTRATO DE EMPREITADA GLOBAL Nº 045/2024

Entre as partes, a saber: como CONTRATANTE, CONDOMÍNIO EDIFÍCIO SOL NASCENTE, inscrito no CNPJ sob o nº 11.222.333/0001-81, com sede na
Rua das Flores, 120, Boa Vista, Recife/PE, neste ato representado por sua síndica, Sra. Nina Prado Reis; e, como CONTRATADA, ALFA
ENGENHARIA E REFORMAS LTDA, inscrita no CNPJ sob o nº 45.997.418/0001-53, estabelecida na Av. Norte, 2500, Casa Amarela, Recife/PE,
fica ajustado o seguinte:

CLÁUSULA PRIMEIRA - DO OBJETO
Constitui objeto do presente a execução, pela CONTRATADA, da reforma da fachada e da pintura externa do edifício, com fornecimento de
material e mão de obra.

CLÁUSULA SEGUNDA - DO PREÇO
Pela execução dos serviços a CONTRATANTE pagará à CONTRATADA o preço global de R$ 185.000,00 (cento e oitenta e cinco mil reais), em
5 (cinco) parcelas mensais, iguais e sucessivas de R$ 37.000,00, vencendo a primeira na data da assinatura.

CLÁUSULA TERCEIRA - DO PRAZO
As obras terão a duração de 150 (cento e cinquenta) dias corridos, com início em 10/06/2024 e término previsto para 07/11/2024.

CLÁUSULA QUARTA - DO FORO
Fica eleito o foro do Recife/PE, com renúncia a qualquer outro, por mais privilegiado que seja.

E, por estarem assim justos e contratados, assinam o presente em 2 (duas) vias.

Recife, 03 de junho de 2024.`,
			map[string]string{
				"titulo": `"INSTRUMENTO PARTICULAR DE CONTRATO DE EMPREITADA GLOBAL"`,
				"objeto": `"a execução, pela CONTRATADA, da reforma da fachada e da pintura externa do edifício, com fornecimento de material e mão de obra."`,
				"partes": `[{"papel":"CONTRATANTE","nome":"CONDOMÍNIO EDIFÍCIO SOL NASCENTE","cpf_cnpj":"11222333000181","endereco":"Rua das Flores, 120, Boa Vista, Recife/PE"},` +
					`{"papel":"CONTRATADA","nome":"ALFA ENGENHARIA E REFORMAS LTDA","cpf_cnpj":"45997418000153","endereco":"Av. Norte, 2500, Casa Amarela, Recife/PE"}]`,
				"valor_total":     `185000`,
				"forma_pagamento": `"em 5 (cinco) parcelas mensais, iguais e sucessivas de R$ 37.000,00, vencendo a primeira na data da assinatura."`,
				"prazo":           `"150 (cento e cinquenta) dias corridos"`,
				"data_inicio":     `"2024-06-10"`,
				"data_termino":    `"2024-11-07"`,
				"data_assinatura": `"2024-06-03"`,
				"cidade":          `"Recife"`,
				"foro":            `"Recife/PE"`,
			}},
		{"an amendment that extends the term", "CONTRATO", `
                        SEGUNDO TERMO ADITIVO AO CONTRATO Nº 112/2022

CONTRATANTE: FERRAGENS BOA VISTA LTDA, CNPJ 11.222.333/0001-81, Av. São João, 500, Centro, Campinas - SP.
CONTRATADO: LUZ CONTABILIDADE S/S, CNPJ 45.997.418/0001-53, Rua do Sol, 45, Cambuí, Campinas - SP.

Considerando que a vigência do contrato se encerra em 31 de dezembro de 2024, resolvem as partes aditá-lo:

Art. 1º O objeto deste aditivo é a prorrogação da vigência do contrato de prestação de serviços contábeis.
Art. 2º O contrato fica prorrogado por mais 12 (doze) meses, de 01/01/2025 a 31/12/2025.
Art. 3º O valor mensal passa a ser de R$ 3.250,00, a ser pago até o dia 10 de cada mês, por boleto bancário.
Art. 4º Ficam ratificadas as demais cláusulas.

Campinas, 16 de dezembro de 2024`,
			map[string]string{
				"titulo":          `"SEGUNDO TERMO ADITIVO AO CONTRATO"`,
				"numero_contrato": `"112/2022"`,
				"partes": `[{"papel":"CONTRATANTE","nome":"FERRAGENS BOA VISTA LTDA","cpf_cnpj":"11222333000181"},` +
					`{"papel":"CONTRATADO","nome":"LUZ CONTABILIDADE S/S","cpf_cnpj":"45997418000153"}]`,
				"valor_mensal":    `3250`,
				"forma_pagamento": `"até o dia 10 de cada mês, por boleto bancário."`,
				"prazo":           `"12 (doze) meses"`,
				"data_inicio":     `"2025-01-01"`,
				"data_termino":    `"2025-12-31"`,
				"data_assinatura": `"2024-12-16"`,
				"cidade":          `"Campinas"`,
			}},
		{"the sale of a car", "CONTRATO", `
CONTRATO PARTICULAR DE COMPRA E VENDA DE VEÍCULO AUTOMOTOR

VENDEDOR(A): Otávio Luz Prado, brasileiro, casado, comerciante, portador do RG nº 1.111.222 SSP/RN e do CPF nº 529.982.247-25, residente à Rua da Praia, nº 77, Centro, em Natal/RN.
COMPRADOR(A): Caio Brito Nunes, brasileiro, solteiro, professor, portador do RG nº 3.333.444 SSP/RN e do CPF nº 111.444.777-35, residente à Rua do Sol, nº 7, Tirol, em Natal/RN.

OBJETO: veículo marca FIAT, modelo ARGO DRIVE 1.0, ano 2020/2021, cor PRATA, placa QGK1D23, chassi 9BD358A1NLYK12345, Renavam 01234567890.

VALOR: R$ 58.000,00 (cinquenta e oito mil reais), pagos à vista, por transferência bancária, no ato da assinatura.

O VENDEDOR declara que o veículo está livre de ônus e multas até esta data. O COMPRADOR assume as multas posteriores.

Foro: Natal/RN.

Natal, 8 de abril de 2024.`,
			map[string]string{
				"titulo": `"CONTRATO PARTICULAR DE COMPRA E VENDA DE VEÍCULO AUTOMOTOR"`,
				"partes": `[{"papel":"VENDEDOR(A)","nome":"Otávio Luz Prado","cpf_cnpj":"52998224725","endereco":"Rua da Praia, nº 77, Centro"},` +
					`{"papel":"COMPRADOR(A)","nome":"Caio Brito Nunes","cpf_cnpj":"11144477735","endereco":"Rua do Sol, nº 7, Tirol"}]`,
				"valor_total":     `58000`,
				"forma_pagamento": `"à vista, por transferência bancária, no ato da assinatura."`,
				"data_assinatura": `"2024-04-08"`,
				"cidade":          `"Natal"`,
				"foro":            `"Natal/RN"`,
			}},
		{"a mandate to two lawyers", "PROCURACAO", `
                                  PROCURAÇÃO

OUTORGANTE: NINA PRADO REIS, brasileira, viúva, aposentada, RG nº 4.555.666 SSP/PE, CPF nº 987.654.321-00,
residente e domiciliada na Rua das Flores, 120, Boa Vista, Recife/PE.

OUTORGADOS: OTÁVIO LUZ PRADO, brasileiro, casado, advogado, OAB/PE 12.345, CPF 529.982.247-25, e ANA LUZ MELO,
brasileira, solteira, advogada, OAB/PE 23.456, CPF 390.533.447-05, ambos com escritório na Av. Norte, 2500,
sala 301, Casa Amarela, Recife/PE.

PODERES: os da cláusula ad judicia et extra, para o foro em geral, podendo propor ações, contestar, recorrer,
transigir, desistir, receber e dar quitação, e substabelecer com ou sem reservas.

Recife, 12 de agosto de 2024.

________________________________
NINA PRADO REIS`,
			map[string]string{
				"tipo":        `"particular"`,
				"outorgantes": `[{"nome":"NINA PRADO REIS","cpf_cnpj":"98765432100","rg":"4555666","nacionalidade":"brasileira","estado_civil":"viúva","profissao":"aposentada","endereco":"Rua das Flores, 120, Boa Vista, Recife/PE"}]`,
				"outorgados": `[{"nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725","oab":"OAB/PE 12.345","nacionalidade":"brasileiro","estado_civil":"casado","profissao":"advogado"},` +
					`{"nome":"ANA LUZ MELO","cpf_cnpj":"39053344705","oab":"OAB/PE 23.456","nacionalidade":"brasileira","estado_civil":"solteira","profissao":"advogada"}]`,
				"poderes":         `"os da cláusula ad judicia et extra, para o foro em geral, podendo propor ações, contestar, recorrer, transigir, desistir, receber e dar quitação, e substabelecer com ou sem reservas."`,
				"data_assinatura": `"2024-08-12"`,
				"cidade":          `"Recife"`,
			}},
		{"a notary's deed", "PROCURACAO", `
REPÚBLICA FEDERATIVA DO BRASIL
ESTADO DE PERNAMBUCO - COMARCA DO RECIFE
3º OFÍCIO DE NOTAS
Livro nº 0845-P       Fls. 112/113       Primeiro Traslado

PROCURAÇÃO BASTANTE QUE FAZ: NINA PRADO REIS, NA FORMA ABAIXO

S A I B A M quantos este público instrumento de procuração bastante virem que aos doze (12) dias do mês de agosto do ano de dois mil e
vinte e quatro (2024), nesta cidade do Recife, Capital do Estado de Pernambuco, neste Ofício, perante mim, Escrevente, compareceu como
outorgante NINA PRADO REIS, brasileira, viúva, aposentada, portadora da cédula de identidade RG nº 4.555.666 SSP/PE, inscrita no CPF/MF
sob o nº 987.654.321-00, residente e domiciliada na Rua das Flores, 120, Boa Vista, Recife/PE; reconhecida como a própria por mim, do que
dou fé. E, por ela me foi dito que nomeia e constitui seu bastante procurador OTÁVIO LUZ PRADO, brasileiro, casado, comerciante, portador
do RG nº 1.111.222 SSP/PE e do CPF nº 529.982.247-25, residente na Av. Norte, 2500, Casa Amarela, Recife/PE, a quem confere amplos e
gerais poderes para vender o imóvel situado na Rua do Sol, 7, podendo assinar escrituras, receber o preço e dar quitação. A presente
procuração é válida até 12 de agosto de 2025. Assim o disse, do que dou fé, e me pediu este instrumento que lhe li, aceitou e assina.`,
			map[string]string{
				"tipo":            `"publica"`,
				"outorgantes":     `[{"nome":"NINA PRADO REIS","cpf_cnpj":"98765432100","rg":"4555666","nacionalidade":"brasileira","estado_civil":"viúva","profissao":"aposentada","endereco":"Rua das Flores, 120, Boa Vista, Recife/PE"}]`,
				"outorgados":      `[{"nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725","rg":"1111222","nacionalidade":"brasileiro","estado_civil":"casado","profissao":"comerciante","endereco":"Av. Norte, 2500, Casa Amarela, Recife/PE"}]`,
				"poderes":         `"amplos e gerais poderes para vender o imóvel situado na Rua do Sol, 7, podendo assinar escrituras, receber o preço e dar quitação."`,
				"data_assinatura": `"2024-08-12"`,
				"data_validade":   `"2025-08-12"`,
				"cidade":          `"Recife"`,
				"uf":              `"PE"`,
				"cartorio_nome":   `"3º OFÍCIO DE NOTAS"`,
				"livro":           `"0845-P"`,
				"folha":           `"112/113"`,
			}},
		{"the mandate form of a bank", "PROCURACAO", `
BANCO BOM FUTURO S.A.
INSTRUMENTO DE MANDATO - MOVIMENTAÇÃO DE CONTA

1. MANDANTE
Nome/Razão social                                  CPF/CNPJ                  Identidade
NINA PRADO REIS                                    987.654.321-00            4.555.666 SSP/PE
Nacionalidade      Estado civil      Profissão
Brasileira         Viúva             Aposentada
Endereço
Rua das Flores, 120, Boa Vista

2. MANDATÁRIO
Nome/Razão social                                  CPF/CNPJ                  Identidade
OTÁVIO LUZ PRADO                                   529.982.247-25            1.111.222 SSP/PE
Nacionalidade      Estado civil      Profissão
Brasileiro         Casado            Comerciante
Endereço
Av. Norte, 2500, Casa Amarela

3. PODERES
Movimentar a conta corrente 12.345-6 da agência 0123, emitir cheques, solicitar saldos e extratos, efetuar aplicações e resgates.

4. PRAZO DE VALIDADE: 31/12/2025

Recife/PE, 02/01/2025`,
			map[string]string{
				"tipo":            `"particular"`,
				"outorgantes":     `[{"nome":"NINA PRADO REIS","cpf_cnpj":"98765432100","rg":"4555666","nacionalidade":"Brasileira","estado_civil":"Viúva","profissao":"Aposentada"}]`,
				"outorgados":      `[{"nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725","rg":"1111222","nacionalidade":"Brasileiro","estado_civil":"Casado","profissao":"Comerciante"}]`,
				"poderes":         `"Movimentar a conta corrente 12.345-6 da agência 0123, emitir cheques, solicitar saldos e extratos, efetuar aplicações e resgates."`,
				"data_assinatura": `"2025-01-02"`,
				"data_validade":   `"2025-12-31"`,
				"cidade":          `"Recife"`,
				"uf":              `"PE"`,
			}},
		{"a substitution", "PROCURACAO", `
                    SUBSTABELECIMENTO

Substabeleço, com reserva de iguais, na pessoa do advogado CAIO BRITO NUNES, brasileiro, solteiro, inscrito na OAB/RN sob o nº 9.876, com
escritório na Rua do Sol, 7, Tirol, Natal/RN, os poderes que me foram conferidos por NINA PRADO REIS nos autos do processo nº
0801234-55.2023.8.20.5001, em trâmite na 3ª Vara Cível de Natal.

Natal/RN, 5 de maio de 2024.

OTÁVIO LUZ PRADO
OAB/RN 4.321`,
			map[string]string{
				"outorgados":      `[{"nome":"CAIO BRITO NUNES","oab":"OAB/RN sob o nº 9.876","nacionalidade":"brasileiro","estado_civil":"solteiro"}]`,
				"poderes":         `"os poderes que me foram conferidos por NINA PRADO REIS nos autos do processo nº 0801234-55.2023.8.20.5001, em trâmite na 3ª Vara Cível de Natal."`,
				"data_assinatura": `"2024-05-05"`,
				"cidade":          `"Natal"`,
				"uf":              `"RN"`,
			}},
		{"articles of three partners in items", "CONTRATO_SOCIAL", `
CONTRATO DE CONSTITUIÇÃO DE SOCIEDADE EMPRESÁRIA LIMITADA
LUZ, MELO & NUNES CONSULTORIA LTDA

Pelo presente instrumento particular, as partes:
1) OTÁVIO LUZ PRADO, brasileiro, casado, engenheiro, RG 1.111.222 SSP/RN, CPF 529.982.247-25, residente na Rua da Praia, 77, Natal/RN;
2) ANA LUZ MELO, brasileira, solteira, arquiteta, RG 2.222.333 SSP/RN, CPF 390.533.447-05, residente na Rua do Sol, 7, Natal/RN; e
3) CAIO BRITO NUNES, brasileiro, divorciado, contador, RG 3.333.444 SSP/RN, CPF 111.444.777-35, residente na Av. Brasil, 900, Natal/RN,
têm entre si justa e contratada a constituição de uma sociedade limitada, que se regerá pelas seguintes cláusulas:

1. DENOMINAÇÃO E SEDE
A sociedade terá a denominação de LUZ, MELO & NUNES CONSULTORIA LTDA, com sede na Av. Prudente de Morais, 500, sala 12, Tirol, Natal/RN, CEP 59020-400.

2. OBJETO
A sociedade terá por objeto a consultoria em gestão empresarial e o treinamento em desenvolvimento profissional.

3. CAPITAL
O capital social será de R$ 60.000,00 (sessenta mil reais), dividido em 60.000 (sessenta mil) quotas de R$ 1,00 (um real) cada uma, subscritas e
integralizadas em moeda corrente, na seguinte proporção:
a) OTÁVIO LUZ PRADO: 30.000 quotas, R$ 30.000,00, 50%;
b) ANA LUZ MELO: 18.000 quotas, R$ 18.000,00, 30%;
c) CAIO BRITO NUNES: 12.000 quotas, R$ 12.000,00, 20%.

4. ADMINISTRAÇÃO
A sociedade será administrada pelos sócios OTÁVIO LUZ PRADO e ANA LUZ MELO, em conjunto ou separadamente.

5. PRAZO
O prazo de duração é indeterminado.

6. FORO
Fica eleito o foro de Natal/RN.

Natal/RN, 3 de maio de 2024.`,
			map[string]string{
				"razao_social":      `"LUZ, MELO & NUNES CONSULTORIA LTDA"`,
				"endereco_sede":     `"Av. Prudente de Morais, 500, sala 12, Tirol"`,
				"cidade":            `"Natal"`,
				"uf":                `"RN"`,
				"cep":               `"59020400"`,
				"capital_social":    `60000`,
				"quantidade_quotas": `60000`,
				"valor_quota":       `1`,
				"prazo_duracao":     `"indeterminado"`,
				"socios": `[{"nome":"OTÁVIO LUZ PRADO","cpf":"52998224725","quotas":30000,"valor":30000,"participacao":50},` +
					`{"nome":"ANA LUZ MELO","cpf":"39053344705","quotas":18000,"valor":18000,"participacao":30},` +
					`{"nome":"CAIO BRITO NUNES","cpf":"11144477735","quotas":12000,"valor":12000,"participacao":20}]`,
				"administradores": `[{"nome":"OTÁVIO LUZ PRADO"},{"nome":"ANA LUZ MELO"}]`,
				"data_assinatura": `"2024-05-03"`,
				"foro":            `"Natal/RN"`,
			}},
		{"consolidated articles with a table", "CONTRATO_SOCIAL", `
            4ª ALTERAÇÃO E CONSOLIDAÇÃO DO CONTRATO SOCIAL

Sociedade: FERRAGENS BOA VISTA LTDA          CNPJ: 11.222.333/0001-81          NIRE: 35.2.1234567-8

Sócios: OTÁVIO LUZ PRADO, brasileiro, casado, empresário, CPF nº 529.982.247-25, residente em Campinas/SP, na Rua do Sol, 45; e ANA LUZ MELO,
brasileira, solteira, empresária, CPF nº 390.533.447-05, residente em Campinas/SP, na Rua da Lua, 8.

Resolvem os sócios alterar e consolidar o contrato social, que passa a vigorar com a seguinte redação:

Cláusula 1ª A sociedade gira sob o nome empresarial FERRAGENS BOA VISTA LTDA e nome fantasia BOA VISTA FERRAGENS.
Cláusula 2ª A sede fica na Avenida São João, nº 500, Loja 2, Centro, Campinas/SP, CEP 13010-000.
Cláusula 3ª Objeto: comércio varejista de ferragens e ferramentas.
Cláusula 4ª O capital social de R$ 200.000,00 divide-se em 200.000 quotas no valor nominal de R$ 1,00, assim subscritas:

SÓCIO                  Nº DE QUOTAS      %           VALOR
Otávio Luz Prado       150.000           75,00       R$ 150.000,00
Ana Luz Melo           50.000            25,00       R$ 50.000,00
TOTAL                  200.000           100,00      R$ 200.000,00

Cláusula 5ª A administração cabe isoladamente ao sócio Otávio Luz Prado.
Cláusula 6ª A sociedade iniciou suas atividades em 01/02/2010 e seu prazo é indeterminado.
Cláusula 7ª Foro da Comarca de Campinas/SP.

Campinas, 10 de outubro de 2024.`,
			map[string]string{
				"razao_social":      `"FERRAGENS BOA VISTA LTDA"`,
				"nome_fantasia":     `"BOA VISTA FERRAGENS"`,
				"cnpj":              `"11222333000181"`,
				"nire":              `"35212345678"`,
				"numero_alteracao":  `4`,
				"objeto_social":     `"comércio varejista de ferragens e ferramentas."`,
				"endereco_sede":     `"Avenida São João, nº 500, Loja 2, Centro"`,
				"cidade":            `"Campinas"`,
				"uf":                `"SP"`,
				"cep":               `"13010000"`,
				"capital_social":    `200000`,
				"quantidade_quotas": `200000`,
				"valor_quota":       `1`,
				"prazo_duracao":     `"indeterminado"`,
				"socios": `[{"nome":"OTÁVIO LUZ PRADO","cpf":"52998224725","quotas":150000,"valor":150000,"participacao":75},` +
					`{"nome":"ANA LUZ MELO","cpf":"39053344705","quotas":50000,"valor":50000,"participacao":25}]`,
				"administradores": `[{"nome":"Otávio Luz Prado"}]`,
				"data_assinatura": `"2024-10-10"`,
			}},
		{"a confidentiality agreement with roles in quotation marks", "CONTRATO", `
                     ACORDO DE CONFIDENCIALIDADE

Pelo presente Acordo, e na melhor forma de direito, as Partes:

(i) ALFA TECNOLOGIA LTDA., sociedade empresária limitada, com sede na cidade de São Paulo, Estado de São Paulo, na Rua das Flores, nº 120,
Boa Vista, CEP 01310-100, inscrita no CNPJ/ME sob o nº 11.222.333/0001-81, neste ato representada na forma de seu Contrato Social
("PARTE REVELADORA"); e

(ii) BETA CONSULTORIA S.A., sociedade por ações, com sede na cidade de Campinas, Estado de São Paulo, na Avenida Brasil, nº 900, Cambuí,
inscrita no CNPJ/ME sob o nº 45.997.418/0001-53 ("PARTE RECEPTORA");

RESOLVEM celebrar o presente Acordo, que se regerá pelas cláusulas abaixo:

1. OBJETO
1.1. O objeto deste Acordo é a proteção das informações confidenciais trocadas entre as Partes no âmbito do Projeto Aurora.

2. VIGÊNCIA
2.1. Este Acordo vigorará pelo prazo de 24 (vinte e quatro) meses, contados da data de sua assinatura.

3. FORO
3.1. Fica eleito o Foro Central da Comarca de São Paulo, Estado de São Paulo, para dirimir quaisquer controvérsias.

São Paulo, 11 de abril de 2024.`,
			map[string]string{
				"titulo": `"ACORDO DE CONFIDENCIALIDADE"`,
				"objeto": `"a proteção das informações confidenciais trocadas entre as Partes no âmbito do Projeto Aurora."`,
				"partes": `[{"papel":"PARTE REVELADORA","nome":"ALFA TECNOLOGIA LTDA.","cpf_cnpj":"11222333000181","endereco":"Rua das Flores, nº 120, Boa Vista"},` +
					`{"papel":"PARTE RECEPTORA","nome":"BETA CONSULTORIA S.A.","cpf_cnpj":"45997418000153","endereco":"Avenida Brasil, nº 900, Cambuí"}]`,
				"prazo":           `"24 (vinte e quatro) meses"`,
				"data_assinatura": `"2024-04-11"`,
				"cidade":          `"São Paulo"`,
				"foro":            `"Foro Central da Comarca de São Paulo, Estado de São Paulo"`,
			}},
		{"an internship agreement in boxes of three parties", "CONTRATO", `
TERMO DE COMPROMISSO DE ESTÁGIO Nº 2024/0187

CONCEDENTE
Razão social: FERRAGENS BOA VISTA LTDA            CNPJ: 11.222.333/0001-81
Endereço: Av. São João, 500, Centro               Cidade/UF: Campinas/SP

ESTAGIÁRIO(A)
Nome: CAIO BRITO NUNES                            CPF: 111.444.777-35
Endereço: Rua do Sol, 7, Cambuí                   Cidade/UF: Campinas/SP
Curso: Administração                              Matrícula: 20211234

INSTITUIÇÃO DE ENSINO
Razão social: FACULDADE DO VALE LTDA              CNPJ: 45.997.418/0001-53
Endereço: Rua da Lua, 80, Centro                  Cidade/UF: Campinas/SP

Cláusula 1ª - Este termo tem por objeto proporcionar estágio obrigatório ao estudante, nos termos da Lei nº 11.788/2008.
Cláusula 2ª - O estágio terá vigência de 01/08/2024 a 31/07/2025, com jornada de 30 horas semanais.
Cláusula 3ª - A bolsa-auxílio mensal será de R$ 1.300,00.

Campinas/SP, 29 de julho de 2024.`,
			map[string]string{
				"titulo":          `"TERMO DE COMPROMISSO DE ESTÁGIO"`,
				"numero_contrato": `"2024/0187"`,
				"objeto":          `"proporcionar estágio obrigatório ao estudante"`,
				"partes": `[{"papel":"CONCEDENTE","nome":"FERRAGENS BOA VISTA LTDA","cpf_cnpj":"11222333000181","endereco":"Av. São João, 500, Centro"},` +
					`{"papel":"ESTAGIÁRIO(A)","nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","endereco":"Rua do Sol, 7, Cambuí"},` +
					`{"papel":"INSTITUIÇÃO DE ENSINO","nome":"FACULDADE DO VALE LTDA","cpf_cnpj":"45997418000153","endereco":"Rua da Lua, 80, Centro"}]`,
				"valor_mensal":    `1300`,
				"data_inicio":     `"2024-08-01"`,
				"data_termino":    `"2025-07-31"`,
				"data_assinatura": `"2024-07-29"`,
				"cidade":          `"Campinas"`,
				"uf":              `"SP"`,
			}},
		{"articles of a law firm", "CONTRATO_SOCIAL", `
CONTRATO SOCIAL DE CONSTITUIÇÃO DE SOCIEDADE DE ADVOGADOS
"PRADO E MELO ADVOGADOS ASSOCIADOS"

Por este instrumento particular, OTÁVIO LUZ PRADO, brasileiro, casado, advogado, inscrito na OAB/PE sob o nº 12.345 e no CPF sob o nº
529.982.247-25, e ANA LUZ MELO, brasileira, solteira, advogada, inscrita na OAB/PE sob o nº 23.456 e no CPF sob o nº 390.533.447-05,
resolvem constituir uma sociedade de advogados, nos termos da Lei nº 8.906/94:

CLÁUSULA PRIMEIRA - A sociedade adotará a razão social PRADO E MELO ADVOGADOS ASSOCIADOS.
CLÁUSULA SEGUNDA - A sociedade terá sede na Av. Norte, nº 2500, sala 301, Casa Amarela, Recife/PE, CEP 52070-000.
CLÁUSULA TERCEIRA - A sociedade tem por objeto exclusivo a prestação de serviços de advocacia.
CLÁUSULA QUARTA - O prazo de duração é indeterminado.
CLÁUSULA QUINTA - O capital social é de R$ 20.000,00 (vinte mil reais), dividido em 20.000 quotas de R$ 1,00 cada uma, cabendo ao sócio OTÁVIO LUZ
PRADO 12.000 quotas, no valor de R$ 12.000,00 (60%), e à sócia ANA LUZ MELO 8.000 quotas, no valor de R$ 8.000,00 (40%).
CLÁUSULA SEXTA - A administração será exercida por ambos os sócios.
CLÁUSULA SÉTIMA - Elegem o foro da Comarca do Recife.

Recife, 2 de fevereiro de 2024.`,
			map[string]string{
				"endereco_sede":     `"Av. Norte, nº 2500, sala 301, Casa Amarela"`,
				"cidade":            `"Recife"`,
				"uf":                `"PE"`,
				"cep":               `"52070000"`,
				"capital_social":    `20000`,
				"quantidade_quotas": `20000`,
				"valor_quota":       `1`,
				"prazo_duracao":     `"indeterminado"`,
				"socios": `[{"nome":"OTÁVIO LUZ PRADO","cpf":"52998224725","quotas":12000,"valor":12000,"participacao":60},` +
					`{"nome":"ANA LUZ MELO","cpf":"39053344705","quotas":8000,"valor":8000,"participacao":40}]`,
				"data_assinatura": `"2024-02-02"`,
				"foro":            `"Comarca do Recife"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
