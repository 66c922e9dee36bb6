package quality

import (
	"fmt"

	"lavra.dev/schemas/catalogue"
)

// named are the rules that a type's file calls by name. A rule is loud only where an
// honest document cannot break it.
var named = map[string]custom{
	"age_of_driver": ageOfDriver, "age_of_spouses": ageOfSpouses, "amount_in_words": amountInWords, "disease_codes": diseaseCodes,
	"entries_in_period": entriesInPeriod, "hired_before_paid": hiredBeforePaid, "identity_number": identityNumber, "invoice_key": invoiceKey,
	"lawsuit_year": lawsuitYear, "model_year": modelYear, "months_fgts": monthsFGTS, "payment_slip": paymentSlip, "quotas": quotas,
	"refund_or_due": refundOrDue, "registry_book": registryBook, "running_balance": runningBalance, "same_party": sameParty,
	"statement_year": statementYear, "tax_years": taxYears, "utility_line": utilityLine,
}

// ruleOf makes a check of a type's file ready for a document.
func ruleOf(c catalogue.Check, xml bool) rule {
	c.Quiet = c.Quiet || c.XMLQuiet && xml
	switch {
	case c.Total != "":
		return total(c)
	case c.Sum != "":
		return listTotal(c)
	case c.Product != "":
		return product(c)
	case len(c.Ordered) > 0:
		return ordered{c.Ordered[0], c.Ordered[1]}
	case len(c.Past) > 0:
		return past(c.Past)
	case c.Expiry != "":
		return expiry{c.Expiry}
	}
	if r, ok := named[c.Rule]; ok {
		return r
	}
	panic(fmt.Errorf("no rule %q", c.Rule)) // the entries are part of the program, and a test looks all up
}
