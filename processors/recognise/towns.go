package recognise

import (
	"strings"

	"lavra.dev/schemas/checkdigit"
)

// LastOfStreet is the position at which a street line ends that goes on with the town
// and its state and no mark between them: "RUA DO SOL, 45 CENTRO SÃO PAULO SP". first to
// last are the line; last where it ends otherwise or the town is not one of the known.
func LastOfStreet(r Run, first, last int) int {
	if last-first < 3 || !checkdigit.UF(Bare(strings.Trim(r.Token(last).Text, "-/"))) {
		return last
	}
	folded, best := "", last
	for i := last - 1; i > first && i > last-1-longestTown; i-- {
		folded = r.Token(i).Fold + folded
		if towns[folded] && numbered(r, first, i) {
			best = i - 1
		}
	}
	return best
}

// numbered tells whether the number of a house stands before position i: what stands
// before it is the street, which may be called by a town.
func numbered(r Run, first, i int) bool {
	for ; first < i; first++ {
		if hasDigit(r.Token(first).Text) || r.Token(first).Fold == "sn" {
			return true
		}
	}
	return false
}

const longestTown = 6 // words and dashes: São José do Rio Preto

// towns are the capitals of the states and the towns that most people live in, folded.
var towns = func() map[string]bool {
	known := map[string]bool{}
	for _, name := range strings.Split(townNames, ",") {
		known[strings.ReplaceAll(strings.TrimSpace(name), " ", "")] = true
	}
	return known
}()

const townNames = `rio branco,maceio,macapa,manaus,salvador,fortaleza,brasilia,vitoria,goiania,sao luis,cuiaba,campo grande,belo horizonte,belem,joao pessoa,curitiba,recife,teresina,
rio de janeiro,natal,porto alegre,porto velho,boa vista,florianopolis,sao paulo,aracaju,palmas,guarulhos,campinas,sao goncalo,duque de caxias,nova iguacu,sao bernardo do campo,
santo andre,osasco,jaboatao dos guararapes,sorocaba,uberlandia,ribeirao preto,contagem,joinville,feira de santana,juiz de fora,aparecida de goiania,ananindeua,londrina,
niteroi,belford roxo,caxias do sul,campos dos goytacazes,sao joao de meriti,vila velha,serra,sao jose do rio preto,santos,mogi das cruzes,betim,diadema,maua,jundiai,
carapicuiba,maringa,piracicaba,montes claros,cariacica,bauru,itaquaquecetuba,anapolis,olinda,campina grande,sao vicente,caruaru,pelotas,canoas,franca,ponta grossa,
blumenau,vitoria da conquista,paulista,ribeirao das neves,petropolis,uberaba,petrolina,cascavel,guaruja,praia grande,taubate,limeira,santarem,boa vista,camacari,sumare,
suzano,governador valadares,taboao da serra,mossoro,imperatriz,embu das artes,foz do iguacu,santa maria,gravatai,varzea grande,barueri,juazeiro do norte,volta redonda,
sao jose dos pinhais,sao jose dos campos,sao jose,sao caetano do sul,presidente prudente,indaiatuba,cotia,jacarei,marilia,americana,hortolandia,itapevi,araraquara,itabuna,
juazeiro,divinopolis,ipatinga,sete lagoas,santa luzia,colombo,novo hamburgo,viamao,sao leopoldo,rio grande,passo fundo,alvorada,chapeco,itajai,criciuma,jaragua do sul,
palhoca,lages,balneario camboriu,brusque,guarapuava,paranagua,toledo,apucarana,araucaria,pinhais,rio claro,sao carlos,santa barbara do oeste,aracatuba,itapecerica da serra,
francisco morato,itapetininga,braganca paulista,pindamonhangaba,atibaia,botucatu,itu,valinhos,vinhedo,cubatao,catanduva,barretos,jau,ourinhos,assis,mage,itaborai,macae,
cabo frio,nova friburgo,barra mansa,angra dos reis,teresopolis,resende,marica,nilopolis,queimados,pocos de caldas,patos de minas,pouso alegre,teofilo otoni,barbacena,
sabara,varginha,conselheiro lafaiete,itabira,vespasiano,araguari,passos,lavras,linhares,cachoeiro de itapemirim,colatina,guarapari,sao mateus,aracruz,rio verde,
luziania,aguas lindas de goias,valparaiso de goias,trindade,formosa,novo gama,itumbiara,senador canedo,catalao,jatai,dourados,tres lagoas,corumba,rondonopolis,sinop,
tangara da serra,caceres,sorriso,ji parana,ariquemes,vilhena,cacoal,maraba,parauapebas,castanhal,abaetetuba,cameta,braganca,altamira,tucurui,barcarena,parintins,
itacoatiara,manacapuru,santana,caxias,timon,codo,sao jose de ribamar,paco do lumiar,acailandia,bacabal,parnaiba,picos,floriano,caucaia,maracanau,sobral,crato,itapipoca,
maranguape,iguatu,parnamirim,sao goncalo do amarante,macaiba,ceara mirim,santa rita,patos,bayeux,sousa,cajazeiras,cabo de santo agostinho,camaragibe,garanhuns,
vitoria de santo antao,igarassu,sao lourenco da mata,abreu e lima,arapiraca,rio largo,palmeira dos indios,nossa senhora do socorro,lagarto,itabaiana,sao cristovao,
lauro de freitas,ilheus,jequie,teixeira de freitas,barreiras,alagoinhas,porto seguro,simoes filho,paulo afonso,eunapolis,santo antonio de jesus,araguaina,gurupi,
bento goncalves,erechim,bage,uruguaiana,santa cruz do sul,cachoeirinha,sapucaia do sul,guaiba,lajeado,ijui,santana do livramento,tubarao,umuarama,campo mourao,
francisco beltrao,pato branco,cambe,arapongas,almirante tamandare,fazenda rio grande,campo largo,piraquara,gramado`
