GRANT SELECT ON {{.Database}}.* TO auditor
