CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.results_raw USING {{.OwnRows}} TO analyst, auditor
