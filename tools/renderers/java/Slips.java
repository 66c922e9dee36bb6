import br.com.caelum.stella.boleto.*;
import br.com.caelum.stella.boleto.bancos.*;
import br.com.caelum.stella.boleto.transformer.GeradorDeBoleto;
import java.nio.file.*;
import java.util.*;

/** Prints the slips of a file of lines (name=value, separated by tabs) with caelum-stella-boleto, and what it made of the facts beside each PDF. */
public class Slips {
    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            Map<String, String> facts = new HashMap<>();
            for (String part : line.split("\t")) {
                int at = part.indexOf('=');
                facts.put(part.substring(0, at), part.substring(at + 1));
            }
            try {
                print(facts);
            } catch (Exception e) {
                System.err.println(facts.get("out") + ": " + e);
            }
        }
    }

    static Banco bank(String code) {
        switch (code) {
            case "001": return new BancoDoBrasil();
            case "237": return new Bradesco();
            case "341": return new Itau();
            case "104": return new Caixa();
            case "033": return new Santander();
            default: return new HSBC();
        }
    }

    static Endereco address(Map<String, String> f, String who) {
        return Endereco.novoEndereco().comLogradouro(f.get(who + ".street")).comBairro(f.get(who + ".district")).comCep(f.get(who + ".cep"))
            .comCidade(f.get(who + ".town")).comUf(f.get(who + ".uf"));
    }

    static Datas dates(Map<String, String> f) {
        int[][] d = new int[3][];
        String[] names = {"issued", "processed", "due"};
        for (int i = 0; i < 3; i++) {
            d[i] = Arrays.stream(f.get(names[i]).split("/")).mapToInt(Integer::parseInt).toArray();
        }
        return Datas.novasDatas().comDocumento(d[0][0], d[0][1], d[0][2]).comProcessamento(d[1][0], d[1][1], d[1][2]).comVencimento(d[2][0], d[2][1], d[2][2]);
    }

    static void print(Map<String, String> f) throws Exception {
        Banco bank = bank(f.get("bank"));
        Beneficiario payee = Beneficiario.novoBeneficiario().comNomeBeneficiario(f.get("payee.name")).comDocumento(f.get("payee.number")).comEndereco(address(f, "payee"))
            .comAgencia(f.get("agency")).comDigitoAgencia(f.get("agencyDigit")).comCodigoBeneficiario(f.get("account")).comDigitoCodigoBeneficiario(f.get("accountDigit"))
            .comCarteira(f.get("wallet")).comNossoNumero(f.get("ours")).comDigitoNossoNumero(f.get("oursDigit")).comNumeroConvenio(f.get("agreement"));
        Pagador payer = Pagador.novoPagador().comNome(f.get("payer.name")).comDocumento(f.get("payer.number")).comEndereco(address(f, "payer"));
        Boleto slip = Boleto.novoBoleto().comBanco(bank).comDatas(dates(f)).comBeneficiario(payee).comPagador(payer).comValorBoleto(f.get("amount"))
            .comNumeroDoDocumento(f.get("number")).comEspecieDocumento(f.get("species")).comAceite(f.get("accepted").equals("1"))
            .comInstrucoes(f.get("instructions").split("\\|")).comLocaisDePagamento(f.get("place"));
        new GeradorDeBoleto(slip).geraPDF(f.get("out"));
        String facts = String.join("\n", "line=" + slip.getLinhaDigitavel(), "agency=" + slip.getAgenciaECodigoBeneficiario(), "ours=" + slip.getNossoNumeroECodDocumento(), "wallet=" + slip.getCarteira());
        Files.writeString(Path.of(f.get("out") + ".facts"), facts);
    }
}
