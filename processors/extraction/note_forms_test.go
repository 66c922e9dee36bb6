package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// A scan loses the headings of parts that are printed white on a dark bar.
func TestNoteWithoutHeadings(t *testing.T) {
	got := read(t, "NFE", documenttest.Scanned(0.95, `
NF-e Nº 12345      CHAVE DE ACESSO                                          DANFE
SÉRIE 2            35250311222333000181550020000123451123456787

RAZÃO SOCIAL                              CNPJ                      INSCR. ESTADUAL
FERRAGENS BOA VISTA LTDA                  11.222.333/0001-81        244.555.666.110
ENDEREÇO                                  MUNICÍPIO                 UF
AV. SÃO JOÃO, 500, LOJA 2                 CAMPINAS                  SP

RAZÃO SOCIAL / NOME                       CNPJ/CPF                  INSCR. ESTADUAL
OFICINA BOA RODA LTDA                     45.997.418/0001-53        244.777.888.110
ENDEREÇO                                  MUNICÍPIO                 UF
RUA DO SOL, 45, GALPÃO 3                  NATAL                     RN

NOME                                      FRETE POR CONTA           CNPJ/CPF
TRANSPORTES VELOZ LTDA                    0 - EMITENTE              45.997.418/0001-53`))
	for field, want := range map[string]string{
		"emitente_nome": `"FERRAGENS BOA VISTA LTDA"`, "emitente_cnpj": `"11222333000181"`, "emitente_municipio": `"CAMPINAS"`, "destinatario_nome": `"OFICINA BOA RODA LTDA"`,
		"destinatario_cpf_cnpj": `"45997418000153"`, "destinatario_municipio": `"NATAL"`, "destinatario_uf": `"RN"`, "transportador_nome": `"TRANSPORTES VELOZ LTDA"`,
	} {
		if got[field] != want {
			t.Errorf("%s: got %s, want %s", field, got[field], want)
		}
	}
}
