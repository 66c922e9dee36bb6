CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.requests_raw USING {{.OwnRows}} TO analyst, auditor
