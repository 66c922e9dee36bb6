package classification_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/schemas/event"
)

// Contracts, articles of association, powers of attorney and acts of courts have words
// in common: each is told by what it does.
func TestDetectContractsAndActs(t *testing.T) {
	for _, c := range []struct{ typ, page string }{
		{"CONTRATO", `
INSTRUMENTO PARTICULAR DE LICENÇA DE USO DE SOFTWARE

LICENCIANTE: LUZ SISTEMAS LTDA., com sede na Rua do Sol, nº 7, Natal/RN, CNPJ 11.222.333/0001-81, neste ato
representada por seu sócio, na forma de seu contrato social.

LICENCIADA: ALFA COMÉRCIO LTDA, CNPJ 33.000.167/0001-01, neste ato representada na forma de seu contrato social.

1. OBJETO
1.1. A cessão do direito de uso do sistema.

2. PREÇO
2.1. A LICENCIADA pagará mensalmente R$ 3.480,00.

Natal, 18 de março de 2026.`},
		{"CONTRATO", `
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
_____________________________          _____________________________`},
		{"CONTRATO", `
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
CPF: 529.982.247-25                   CPF: 111.444.777-35`},
		{"CONTRATO", `
ORDEM DE SERVIÇO / CONTRATO DE PRESTAÇÃO DE SERVIÇOS
Contrato nº: 778/2025                               Data: 12/08/2025
CONTRATANTE
Nome/Razão Social: PADARIA DO SOL LTDA
CNPJ/CPF: 11.222.333/0001-81
Endereço: Rua da Praia, 77, Centro, Natal/RN
CONTRATADA
Nome/Razão Social: CLIMA NORTE REFRIGERAÇÃO ME
CNPJ/CPF: 33.000.167/0001-01
Endereço: Rua do Sol, 9, Alecrim, Natal/RN
Descrição dos serviços: manutenção preventiva de três câmaras frias.
Valor total: R$ 3.600,00
Condições de pagamento: 3 parcelas mensais no cartão
Prazo de execução: 15 dias
As partes acima declaram estar de acordo com as condições gerais impressas no verso.
Natal, 12 de agosto de 2025.`},
		{"CONTRATO", `
DISTRATO DE CONTRATO DE LOCAÇÃO

LOCADORA: NINA PRADO LUZ, CPF 529.982.247-25, residente na Rua das Flores, 12, Sobral/CE
LOCATÁRIO: CAIO BRITO NUNES, CPF 111.444.777-35, residente na Rua do Sol, 7, Sobral/CE

As partes acima qualificadas resolvem, de comum acordo, rescindir o contrato de locação firmado em 10/01/2023, referente ao
imóvel da Rua da Praia, 77, dando-se mútua quitação.

E por estarem de acordo, assinam em duas vias.

Sobral, 5 de maio de 2025.`},
		{"CONTRATO", `
TERMO DE COMPROMISSO DE ESTÁGIO
CONCEDENTE: ALFA TECNOLOGIA S.A., CNPJ 11.222.333/0001-81, com sede na Avenida Paulista, 1000, São Paulo/SP
ESTAGIÁRIO: BENTO ALVES PRADO, CPF 111.444.777-35, residente na Rua do Porto, 8, São Paulo/SP
INSTITUIÇÃO DE ENSINO: UNIVERSIDADE DO VALE, CNPJ 33.000.167/0001-01
As partes firmam o presente Termo de Compromisso de Estágio, nos termos da Lei nº 11.788/2008, conforme cláusulas:
CLÁUSULA 1ª - O presente termo tem por objeto a realização de estágio não obrigatório pelo ESTAGIÁRIO.
CLÁUSULA 2ª - A bolsa-auxílio será de R$ 1.200,00 mensais.
CLÁUSULA 3ª - O estágio terá vigência de 01/02/2025 a 31/01/2026.
São Paulo, 28 de janeiro de 2025.`},
		{"CONTRATO_SOCIAL", `
          ATO CONSTITUTIVO DE SOCIEDADE LIMITADA UNIPESSOAL
                    NINA PRADO CONFECÇÕES LTDA

NINA PRADO LUZ, nacionalidade BRASILEIRA, EMPRESÁRIA, Solteira, data de nascimento 15/03/1985, nº do CPF 529.982.247-25,
documento de identidade 2345678, SSP, CE, com domicílio / residência a RUA DAS FLORES, número 12, bairro / distrito
CENTRO, município SOBRAL - CEARÁ, CEP 62010-000.

Cláusula Primeira - A sociedade adotará como nome empresarial: NINA PRADO CONFECÇÕES LTDA, e usará a expressão NINA MODAS
como nome fantasia.

Cláusula Segunda - O objeto social será: Confecção de peças do vestuário; Comércio varejista de artigos do vestuário.

Cláusula Terceira - A sede da sociedade é na RUA DO SOL, número 45, bairro / distrito JUNCO, município SOBRAL - CE, CEP
62030-000.

Cláusula Quarta - A sociedade iniciará suas atividades em 01/06/2025 e seu prazo de duração é indeterminado.

Cláusula Quinta - O capital social é R$ 50.000,00 (CINQUENTA MIL reais), dividido em 50.000 (CINQUENTA MIL) quotas no
valor nominal R$ 1,00 (um real) cada uma, formado por R$ 50.000,00 em moeda corrente no País, integralizado pela sócia
única.

Cláusula Sexta - A administração da sociedade será exercida pela sócia NINA PRADO LUZ, com os poderes e atribuições de
representar a sociedade.

Cláusula Sétima - Ao término de cada exercício social, em 31 de dezembro, o administrador prestará contas.

Cláusula Oitava - Fica eleito o Foro de SOBRAL para o exercício e o cumprimento dos direitos e obrigações resultantes
deste contrato.

SOBRAL, 20 de maio de 2025.

NINA PRADO LUZ
Sócia / Administradora`},
		{"CONTRATO_SOCIAL", `
3ª ALTERAÇÃO E CONSOLIDAÇÃO CONTRATUAL
"MOINHO NORTE ALIMENTOS LTDA"
CNPJ/MF 11.222.333/0001-81           NIRE 26.2.0123456-7

OTÁVIO LUZ PRADO, brasileiro, casado, empresário, portador do RG nº 1.111.222 SSP/PE e CPF nº 529.982.247-25, residente na Rua da
Praia, 77, Recife/PE; e NINA PRADO LUZ, brasileira, solteira, médica, CPF nº 111.444.777-35, residente na Rua das Flores, 12,
Recife/PE, sócios da MOINHO NORTE ALIMENTOS LTDA, resolvem:

1. Retira-se da sociedade a sócia NINA PRADO LUZ, que cede e transfere a totalidade de suas 5.000 quotas ao sócio OTÁVIO LUZ
PRADO.

2. Em razão da cessão, o capital social, no valor de R$ 10.000,00 (dez mil reais), dividido em 10.000 quotas no valor de R$ 1,00
cada, passa a pertencer integralmente ao sócio único OTÁVIO LUZ PRADO.

CONSOLIDAÇÃO

Cláusula 1ª - A sociedade gira sob a denominação MOINHO NORTE ALIMENTOS LTDA.
Cláusula 2ª - A sociedade tem sua sede à Avenida Brasil, 900, Boa Viagem, Recife/PE, CEP 51020-000.
Cláusula 3ª - O objeto social é a moagem de trigo e fabricação de derivados.
Cláusula 4ª - O prazo de duração da sociedade é por tempo indeterminado.
Cláusula 5ª - A administração da sociedade compete ao sócio OTÁVIO LUZ PRADO, isoladamente.
Cláusula 6ª - Fica eleito o foro da Comarca do Recife, Estado de Pernambuco.

Recife, 1º de agosto de 2025.`},
		{"PROCURACAO", `
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
NINA PRADO LUZ`},
		{"PROCURACAO", `
                 CARTA DE REPRESENTAÇÃO / MANDATO

Eu, DAVI COSTA NUNES, brasileiro, casado, comerciante, identidade nº 555.666 SSP/PE, CPF nº 111.444.777-35, morador na Rua
do Porto, 8, Olinda/PE, autorizo e nomeio como meu procurador o Sr. CAIO BRITO NUNES, brasileiro, solteiro, estudante,
identidade nº 777.888 SSP/PE, CPF nº 529.982.247-25, para me representar perante a Caixa Econômica Federal, com poderes
para sacar o saldo do FGTS e assinar recibos.

Prazo de validade desta procuração: 12 meses, até 30/06/2026.

Olinda, 30 de junho de 2025.

Davi Costa Nunes`},
		{"PROCURACAO", `
SUBSTABELECIMENTO

Substabeleço, com reserva de iguais poderes, na pessoa da Dra. ANA LIMA ROSA, brasileira, solteira, advogada, OAB/CE nº
5.432, com escritório na Rua do Sol, 45, Fortaleza/CE, os poderes que me foram conferidos por NINA PRADO LUZ na
procuração outorgada nos autos da ação nº 0001234-56.2024.8.06.0001.

Fortaleza, 4 de abril de 2025.

DAVI COSTA NUNES
OAB/CE 9.876`},
		{"DOCUMENTO_JURIDICO", `
EXCELENTÍSSIMA SENHORA DOUTORA JUÍZA DE DIREITO DA 5ª VARA DE FAMÍLIA E SUCESSÕES DA COMARCA DE CAMPO GRANDE - MATO GROSSO
DO SUL

Processo nº 0801234-56.2025.8.12.0001

DAVI COSTA NUNES, já qualificado nos autos da Ação de Alimentos que lhe move BENTO PRADO NUNES, menor impúbere,
representado por sua genitora NINA PRADO LUZ, vem, respeitosamente, à presença de Vossa Excelência, por sua advogada que
esta subscreve, apresentar

                                CONTESTAÇÃO

pelos motivos de fato e de direito a seguir expostos.

Ante o exposto, requer sejam julgados improcedentes os pedidos formulados na inicial.

Termos em que,
Pede deferimento.

Campo Grande/MS, 17 de setembro de 2025.

ANA LIMA ROSA
Advogada - OAB/MS 5.432`},
		{"DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO DO ESTADO DE GOIÁS
Comarca de Anápolis
4ª Vara Cível
MANDADO DE CITAÇÃO
Mandado nº: 2025/00123
Autos nº: 5123456-78.2025.8.09.0006
Natureza: Execução de Título Extrajudicial
Valor da causa: R$ 18.750,40
Exequente: COOPERATIVA DE CRÉDITO DO CERRADO
CNPJ: 11.222.333/0001-81
Executado: CAIO BRITO NUNES
CPF: 111.444.777-35
O Doutor OTÁVIO LUZ PRADO, Juiz de Direito da 4ª Vara Cível da Comarca de Anápolis, MANDA ao Oficial de Justiça que CITE o
executado para, no prazo de 3 (três) dias, pagar a dívida.
CUMPRA-SE na forma da lei.
Anápolis, 8 de julho de 2025.`},
		{"DOCUMENTO_JURIDICO", `
AO JUÍZO DA 2ª VARA CÍVEL DA COMARCA DE MARINGÁ, ESTADO DO PARANÁ

Autos n. 0001234-55.2025.8.16.0017

BANCO DO SOL S.A., pessoa jurídica de direito privado, CNPJ nº 11.222.333/0001-81, nos autos da AÇÃO REVISIONAL DE CONTRATO que
lhe move CAIO BRITO NUNES, CPF nº 111.444.777-35, vem, por seus procuradores, requerer a juntada do comprovante de depósito
judicial no valor de R$ 4.500,00.

Nestes termos, pede deferimento.

Maringá, 8 de abril de 2025.

Davi Costa Nunes                    Ana Lima Rosa
OAB/PR 12.345                       OAB/PR 54.321`},
		{"", `
ATA DE ASSEMBLEIA GERAL ORDINÁRIA DO CONDOMÍNIO EDIFÍCIO SOLAR DAS PALMEIRAS
CNPJ 11.222.333/0001-81
Aos dez dias do mês de março de 2025, às 19h30, em primeira convocação, reuniram-se os condôminos na Rua das Palmeiras,
300, Recife/PE, para deliberar sobre a seguinte ordem do dia: 1) prestação de contas; 2) eleição de síndico. Nada mais
havendo a tratar, foi lavrada a presente ata. Recife, 10 de março de 2025. OTÁVIO LUZ PRADO, presidente da mesa.`},
		{"", `
DECLARAÇÃO DE RESIDÊNCIA
Eu, NINA PRADO LUZ, brasileira, viúva, costureira, portadora do RG 2.345.678 SSP/CE e do CPF 529.982.247-25, declaro, sob as
penas da lei, que resido na Rua das Flores, 12, Centro, Sobral/CE. Por ser verdade, firmo a presente.
Testemunhas: Ana Lima Rosa, Davi Costa Nunes.
Sobral, 2 de junho de 2025.`},
		{"", `
NOTIFICAÇÃO EXTRAJUDICIAL
Fortaleza, 3 de maio de 2025.
Ao Sr. CAIO BRITO NUNES
Prezado senhor, na qualidade de locador do imóvel da Rua do Sol, 7, venho notificá-lo para que desocupe o imóvel no prazo de
30 dias, tendo em vista o fim do contrato de locação celebrado em 01/05/2022. OTÁVIO LUZ PRADO.`},
		{"", `
EDITAL DE LICITAÇÃO - PREGÃO ELETRÔNICO Nº 012/2025
PREFEITURA MUNICIPAL DE ILHÉUS
Objeto: contratação de empresa especializada para prestação de serviços de limpeza urbana. Data da sessão: 15/07/2025.
A contratada deverá cumprir o prazo de vigência de 12 meses. O foro para dirimir questões é o da Comarca de Ilhéus.`},
	} {
		if d := detect(documenttest.Typewritten(c.page), "", event.Extract); text(d.Type) != c.typ {
			t.Errorf("type is %q, detected %q with %.2f, want %q:%s", text(d.Type), text(d.Detected), *d.Confidence, c.typ, c.page)
		}
	}
}
