CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.corrections_raw USING {{.OwnRows}} TO analyst, auditor
