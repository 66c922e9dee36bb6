package recognise

import (
	"slices"
	"strings"
)

// Woman reports whether a given name, folded, is one of a woman; ok is false where
// the name does not say. Portuguese names show it by their ending, but for those
// below.
func Woman(given string) (woman, ok bool) {
	if sex, known := givenNames[given]; known {
		return sex == 'F', true
	}
	if len(given) < 3 || noNames[given] {
		return false, false
	}
	ends := func(ending string) bool { return strings.HasSuffix(given, ending) }
	if slices.ContainsFunc(womanEndings, ends) {
		return true, true
	}
	return false, slices.ContainsFunc(manEndings, ends)
}

// womanEndings and manEndings are tried in this order.
var (
	womanEndings = strings.Fields("ane ine ene one ete ette ilde ice ise elle ele elly illy ily anny any ani eli ifer iffer iz idade rid beth a ah")
	manEndings   = strings.Fields("o os us or er ar ir ur on an im in el il al ei ui ique is as es ck rd vi ry")
)

// givenNames are those that their ending would mislead about, or says nothing of.
var givenNames = func() map[string]byte {
	m := map[string]byte{}
	for _, name := range strings.Fields(women) {
		m[name] = 'F'
	}
	for _, name := range strings.Fields(men) {
		m[name] = 'M'
	}
	return m
}()

// noNames are the words of headings and labels that stand where names do.
var noNames = func() map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(headings) {
		m[word] = true
	}
	return m
}()

const headings = `poder tribunal corregedoria oficial serventia titulo republica governo estado ministerio departamento secretaria instituto diretoria policia servico registro cartorio oficio comarca municipio prefeitura
carteira cedula certidao documento data numero categoria assinatura validade nacionalidade naturalidade filiacao local sexo orgao expedicao emissao observacoes
exerce atividade remunerada permissao permissionario valida regular cnh brasil validacao detran denatran senatran serpro sistema espelho consulta extrato relatorio pagina exercicio proprietario condutor
banco caixa resumo descricao historico saldo saldos tarifa tarifas conta contas total totais periodo movimentacao lancamento lancamentos agencia mensalidade credito creditos debito debitos pagamento
cooperativa sociedade saque saques transferencia compra devolucao deposito aplicacao aplicacoes investimentos rendimento cartao limite pacote servicos gerente cliente fatura valor vencimento recibo nota pedido produto produtos total desconto
nome identidade habilitacao titular portador diretor rua avenida travessa praca alameda rodovia estrada
porto belo campo campos rio ribeirao monte montes volta vila santo feira bom serra barra nova novo social`

const women = `abigail agnes amparo anabel araci assuncao carmen carmo carol celeste chloe cirlei cleide conceicao consuelo darci deyse dirce dolores dominique doris
dulce edimar edith elen ellen emanuely ester esther evelin evelyn fe flor geni gladys guiomar helen iasmin ines iraci iracy iris isabel isis ivanir
jaci jacy jade jasmin judite judith julie karen karin kathleen katlin ketlin lais lenir leonor lilian lillian lis lourdes lu luci lucimar lucy mabel
maite malu manuely margareth maribel marie marilu marli marly mary meire mercedes miriam mirian monique myriam nadir nair naomi natalie neide nicole
noemi piedade pilar rachel raquel rosange rosario rosely rosemary rosemeire rosimar rosimeire rute ruth salome sirlei sirley socorro solange soledade
sophie stephanie suelen suellen suely tais tamires thais thamires trindade valerie vivian yasmin zoe zuleide`

const men = `alex alexandre amadeu amauri andre anthony antony ari asaf asafe batista caleb calebe caua caue clemente costa dante david djalma dom donizete
donizetti duarte eli enoque eric erik felipe felippe felix filipe george giovanni guilherme isaac isaque iuri jacob jaime jayme jorge jose joshua
josua josue juca jurandi liam luca lucca luigi luiz maurice max micah muniz ney nikita noa noah paul philippe pierre raul ravy rene roque ruy saul
sidney tadeu thomaz tome ubirajara uri valente vicente wallace wallece wanderley wesley yuri`
