CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.states_raw USING {{.OwnRows}} TO analyst, auditor
