package classification_test

import (
	"os"
	"path/filepath"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/schemas/event"
)

// Near relatives of the types are refused: each is a paper that shares its form, its
// words or its numbers with one of them. The weights are fitted with those in NONE;
// those in held were kept from it, and from all titles and words.
func TestRelativesAreRefused(t *testing.T) {
	for _, c := range []struct {
		folder string
		least  float64 // the share of them that is refused
	}{
		{"testdata/texts/NONE", 1},
		{"testdata/held", 0.93},
	} {
		files, err := filepath.Glob(c.folder + "/*.txt")
		if err != nil || len(files) == 0 {
			t.Fatalf("no relatives in %s: %v", c.folder, err)
		}
		refused := 0
		for _, file := range files {
			page, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := detect(documenttest.Typewritten(string(page)), "", event.Extract)
			if d.Accepted {
				t.Logf("%s is taken for %s, confidence %v", filepath.Base(file), text(d.Type), *d.Confidence)
				continue
			}
			refused++
		}
		if share := float64(refused) / float64(len(files)); share < c.least {
			t.Errorf("%s: %d of %d relatives refused", c.folder, refused, len(files))
		}
	}
}

// What looks like the title of a relative is none where the line before leads on to it, or where what it heads stands
// beside what the title of a type heads.
func TestTitlesThatProveNoRelative(t *testing.T) {
	for name, c := range map[string]struct{ page, want string }{
		"the end of a secretariat's name": {`
          PREFEITURA MUNICIPAL DE CURITIBA
 SECRETARIA MUNICIPAL DE PLANEJAMENTO, FINANÇAS E
                  ORÇAMENTO
   NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e
Número da Nota: 00004417
PRESTADOR DE SERVIÇOS
Nome/Razão Social: ORTOVITA ODONTOLOGIA LTDA     CPF/CNPJ: 19.774.208/0001-96
TOMADOR DE SERVIÇOS
Nome/Razão Social: SIMONE PRADO                  CPF/CNPJ: 883.014.427-43
DISCRIMINAÇÃO DOS SERVIÇOS
Manutenção de aparelho ortodôntico. Paciente: MIGUEL PRADO
Resp. técnico: Dr. Gustavo Melo CRO-PR 18442
VALOR TOTAL DA NOTA = R$ 890,00
`, "DESPESA_MEDICA"},
		"the name of a school": {`
Passo a Passo Ensino Infantil e Fundamental Ltda.            CNPJ: 19.774.208/0001-96
                Informe Anual de Pagamentos - 2024
Responsável financeiro                                       CPF do responsável
Gustavo Prado Luz                                            529.982.247-25
Nome do estudante                                            CPF do estudante
Miguel Prado Luz                                             111.444.777-35
Anuidade escolar (12 parcelas)                               31.548,00
Total dedutível no ano-calendário de 2024                    31.548,00
`, "COMPROVANTE_EDUCACAO"},
		"the number of another paper": {`
Proposta comercial vinculada: PC-22819

INSTRUMENTO PARTICULAR DE PRESTAÇÃO DE SERVIÇOS
CONTRATANTE: ALFA MÓVEIS LTDA, inscrita no CNPJ sob o nº 19.774.208/0001-96.
CONTRATADA: BETA LIMPEZA LTDA, inscrita no CNPJ sob o nº 30.988.174/0001-75.
CLÁUSULA PRIMEIRA - DO OBJETO. O objeto deste contrato é a limpeza do galpão.
CLÁUSULA SEGUNDA - DO PREÇO. O valor mensal é de R$ 1.000,00.
CLÁUSULA TERCEIRA - DO FORO. Fica eleito o foro da Comarca de Curitiba.
`, "CONTRATO"},
		"a note that names a law beside the taxpayer": {`
DECLARAÇÃO DO IMPOSTO DE RENDA PESSOA FÍSICA
1. Ano do exercício          2. Ano-base
2026                         2025
1) Contribuinte
3. Nome                   Cadastro (CPF):          Lei nº 8.078, de 11 de setembro de 1990 (Código de Defesa do Consumidor).
Iracema Prado             529.982.247-25
3) Fontes pagadoras
Fonte pagadora            CNPJ da fonte            Rend. recebidos de pes. jurídica     IR fonte
ALFA MÓVEIS LTDA          11.222.333/0001-81       189.421,50                           17.047,93
5) Relação de bens e direitos
Código  Discriminação                              Valor em 31/12/2024 (R$)             Valor em 31/12/2025 (R$)
01      AUTOMOVEL 2024                             195.468,79                           217.187,55
7) Cálculo do imposto
15. Total do imposto devido  R$ 99.037,32          17. Valor a restituir  R$ 0,00
`, "IRPF"},
		"a note that names a law beside the employer": {`
               Litorânea                                  SEU HOLERITE                       Mês da escala: 10/2026
Empresa (nome oficial)                                    Lei nº 8.078, de 11 de setembro de 1990 (Código de Defesa do Consumidor).
LITORÂNEA PUBLICIDADE LTDA ME                             Formulário versão 3.2, aprovado em 17/06/2016.
Matrícula cadastrada: 475072                              CPF 529.982.247-25
Seu cargo: TÉCNICO DE ENFERMAGEM                          Pis cadastrado: 18870109033
Nº na folha              Ganho ou desconto (nome)      Plantões, horas, %              Você ganhou              Descontado
001                      Dias normais                            220:00              12.423,64
998                      INSS SOBRE SALÁRIO                        7,34                                         951,63
999                      IMPOSTO DE RENDA                         27,50                                       2.395,16
Seu total bruto   12.965,76          Descontamos  3.398,84        Receber no mês  9.566,92
Valor-base do inss: 8.157,41 / Calculamos o fgts sobre: 12.965,76 / Calculamos o ir sobre: 12.014,13
`, "HOLERITE"},
		"the ticket of the insurance beside a licence": {`
        MINISTÉRIO DAS CIDADES                              SEGURO DPVAT
          CONTRAN - DENATRAN                                BILHETE DE SEGURO OBRIGATÓRIO
        DETRAN-PR Nº 011884407218                           Nº 011884407218
CERTIFICADO DE REGISTRO E LICENCIAMENTO DE VEÍCULO          EXERCÍCIO    DATA EMISSÃO
VIA   CÓD. RENAVAM   EXERCÍCIO                              2015         17/03/2015
1     00277188440    2015                                   PLACA
NOME                                                        AQT4418
IRACEMA PRADO
CPF/CNPJ             PLACA
918.820.371-97       AQT-4418
CHASSI               ESPÉCIE/TIPO
9BWAA05U58T118842    PAS/AUTOMOVEL
MARCA/MODELO         COMBUSTÍVEL
VW/GOL 1.0           ALCOOL/GASOL
`, "DOCUMENTO_VEICULAR"},
	} {
		t.Run(name, func(t *testing.T) {
			if d := detect(documenttest.Typewritten(c.page), "", event.Extract); !d.Accepted || *d.Type != c.want {
				t.Errorf("taken for %s, want %s", text(d.Type), c.want)
			}
		})
	}
}

// On a scan one letter may be another: that makes no DANFSE of a DANFE, and no other
// invoice of one whose title says less or is parted.
func TestAMisreadLetterIsNoProof(t *testing.T) {
	files, err := filepath.Glob("testdata/scans/danfe*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no invoices: %v", err)
	}
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := detect(documenttest.Scanned(0.95, string(page)), "", event.Extract); !d.Accepted || *d.Type != "NFE" {
			t.Errorf("%s, scanned, is taken for %s", filepath.Base(file), text(d.Type))
		}
	}
}

// A letter by post has a code over its address that may begin as a freight bill is called.
func TestACodeOfThePostIsNoTitle(t *testing.T) {
	page, err := os.ReadFile("testdata/telephone-under-a-code-of-the-post.txt")
	if err != nil {
		t.Fatal(err)
	}
	if d := detect(documenttest.Typewritten(string(page)), "", event.Extract); !d.Accepted || *d.Type != "COMPROVANTE_RESIDENCIA" {
		t.Errorf("a telephone bill is taken for %s", text(d.Type))
	}
}
