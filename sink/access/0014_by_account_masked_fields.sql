CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.masked_fields USING {{.OwnRows}} TO analyst, auditor
