package classification_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/schemas/event"
)

// A city's service invoice, where only who served and what was done tell the trade.
const serviceInvoice = `
                    PREFEITURA DO MUNICÍPIO DE NATAL                          Número da Nota
                    NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e                00012345
                                   PRESTADOR DE SERVIÇOS
CPF/CNPJ: 11.222.333/0001-81                         Inscrição Municipal: 3.456.789-0
Nome/Razão Social: PROVIDER
Município: Natal                                     UF: RN
                                   TOMADOR DE SERVIÇOS
Nome/Razão Social: NINA LUZ PRADO
CPF/CNPJ: 529.982.247-25                             Inscrição Municipal: ----
                               DISCRIMINAÇÃO DOS SERVIÇOS
SERVICE

                        VALOR TOTAL DO SERVIÇO = R$ 1.200,00`

// A service invoice is a medical expense where the service is one of health, and of no
// type else: of no health service, or of one for animals.
func TestServiceInvoices(t *testing.T) {
	for _, c := range []struct{ name, provider, service, want string }{
		{"physiotherapy", "CLINICA BEM ESTAR LTDA", "10 sessões de fisioterapia motora", "DESPESA_MEDICA"},
		{"a hospital", "HOSPITAL DO SOL S.A.", "Diárias e taxas de sala, conta 123", "DESPESA_MEDICA"},
		{"a dentist", "SORRISO ODONTOLOGIA LTDA", "Restauração do elemento 36", "DESPESA_MEDICA"},
		{"a garage", "OFICINA BEM ESTAR LTDA", "Troca de óleo e revisão de freios", ""},
		{"a consultancy", "ALFA CONSULTORIA LTDA", "Análise de procedimentos e exame de documentos", ""},
		{"a veterinary clinic", "CLINICA VETERINARIA BICHO BOM LTDA", "Consulta e vacinação do animal Rex", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := strings.NewReplacer("PROVIDER", c.provider, "SERVICE", c.service).Replace(serviceInvoice)
			if d := detect(documenttest.Typewritten(page), "", event.Extract); text(d.Type) != c.want {
				t.Errorf("type is %q, detected %q with %.2f", text(d.Type), text(d.Detected), *d.Confidence)
			}
		})
	}
}
