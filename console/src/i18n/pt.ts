export const pt = {
  name: 'Lavra',
  claim: 'Documentos brasileiros em dados, com a prova ao lado de cada valor.',
  nav: { send: 'Enviar', documents: 'Documentos', batches: 'Lotes', dashboard: 'Painel', operation: 'Operação', main: 'Principal', skip: 'Ir para o conteúdo' },
  bar: { signOut: 'Sair', theme: 'Tema', auto: 'Automático', light: 'Claro', dark: 'Escuro', language: 'English', healthy: 'Serviço no ar', degraded: 'Serviço degradado', reference: 'Referência da API' },
  offline: 'Sem conexão com o serviço. Tentando de novo…',
  signIn: {
    title: 'Entrar', key: 'Chave de API', submit: 'Entrar', checking: 'Conferindo…', wrong: 'Chave inválida ou revogada.', inactive: 'A conta desta chave está inativa.',
    away: 'O serviço não respondeu. Tente de novo em instantes.', expired: 'A chave deixou de valer. Entre de novo.',
    note: 'A chave fica só nesta aba, até você sair ou fechá-la.', demo: 'Depois de make demo, ela está em data/demo.key.', show: 'Mostrar a chave', hide: 'Ocultar a chave',
  },
  send: {
    title: 'Enviar documentos', lead: 'PDF, JPEG, PNG, TIFF ou XML de NF-e. O tipo é reconhecido sozinho.', drop: 'Solte arquivos ou uma pasta aqui', or: 'ou cole com Ctrl+V',
    choose: 'Escolher arquivos', folder: 'Escolher pasta', camera: 'Fotografar', type: 'Tipo do documento', automatic: 'Reconhecer automaticamente', reference: 'Referência (opcional)',
    together: 'Vários arquivos juntos formam um lote.', empty: 'Nada enviado nesta aba ainda.', sent: 'Enviados nesta aba', clear: 'Limpar os prontos', again: 'Tentar de novo', open: 'Abrir',
    tooLarge: 'Maior que o limite de', none: 'Nenhum arquivo aceito no que foi solto.', batch: 'Lote', seeBatch: 'Ver o lote', waiting: 'Na fila', sending: 'Enviando', live: 'Andamento',
  },
  steps: { received: 'Recebido', ocr: 'Leitura', classification: 'Tipo', extraction: 'Campos', geometry: 'Posições', completed: 'Pronto', failed: 'Falhou' },
  status: { in_progress: 'Em andamento', success: 'Sucesso', partial_success: 'Parcial', failed: 'Falhou' },
  list: {
    title: 'Documentos', all: 'Todos', status: 'Situação', type: 'Tipo', reference: 'Referência', since: 'Desde', file: 'Arquivo', score: 'Confiança', created: 'Recebido', pages: 'Páginas', step: 'Etapa',
    empty: 'Nenhum documento com esses filtros.', first: 'Nenhum documento ainda. Envie o primeiro.', loading: 'Carregando…', shown: 'documentos mostrados', end: 'Fim da lista', unknownType: 'Sem tipo', more: 'Carregar mais',
  },
  doc: {
    back: 'Documentos', page: 'Página', of: 'de', zoomIn: 'Ampliar', zoomOut: 'Reduzir', fit: 'Ajustar à largura', upright: 'Como foi lido', sent: 'Como foi enviado', drawing: 'Desenhando a página…', noPicture: 'Sem imagem desta página.',
    xml: 'Um XML não tem páginas: os valores vêm dos elementos da nota.', fields: 'Campos', text: 'Texto', json: 'JSON', timeline: 'Linha do tempo', callbacks: 'Callbacks', missing: 'Não encontrados', required: 'obrigatório',
    inconsistencies: 'Inconsistências', errors: 'Valores com erro', detection: 'Tipo', provided: 'informado', detected: 'reconhecido', confidence: 'Confiança', reliability: 'Confiabilidade', copy: 'Copiar', copied: 'Copiado', download: 'Baixar', showAll: 'Mostrar todas as posições',
    unread: 'Campos não encontrados', unplaced: 'Sem posição na página', ambiguous: 'Posição ambígua: o valor aparece mais de uma vez na linha', progress: 'O documento está em andamento. Esta página se atualiza sozinha.', notFound: 'Documento não encontrado.', nothing: 'Nenhum campo foi lido.', classified: 'Só o tipo foi pedido.',
    keys: 'Teclado', keyNext: 'campo', keyRight: 'certo', keyFix: 'corrigir', snippet: 'Recorte da página', high: '≥ 95 %', medium: '80–94 %', low: '< 80 %', legend: 'Confiança do valor',
    total: 'Total', worked: 'Trabalho', waited: 'Espera', noCallback: 'Nenhum callback foi pedido.', attempt: 'Tentativa', outcome: { started: 'iniciada', delivered: 'entregue', failed: 'falhou', exhausted: 'esgotada', pending: 'pendente' }, host: 'Destino', csv: 'CSV', markdown: 'Markdown', noText: 'O texto ainda não está pronto.', row: 'Linha', summary: 'Resumo', rows: 'linhas', viewer: 'Páginas do documento', details: 'Resultado',
  },
  fix: { add: 'Informar', right: 'Está certo', fix: 'Corrigir', value: 'Valor correto', save: 'Salvar', cancel: 'Cancelar', saved: 'Correção gravada', undo: 'Desfazer', confirmed: 'Conferido', corrected: 'Corrigido', absent: 'Não está no documento', invalid: 'Não é um valor deste tipo de campo.', was: 'lido:', note: 'Correções não mudam o resultado; viram exemplos com a verdade.', failed: 'A correção não foi gravada:' },
  batch: { title: 'Lotes', lead: 'Abra um lote pelo identificador ou pela referência.', id: 'Identificador do lote', reference: 'Referência', open: 'Abrir', recent: 'Lotes recentes', none: 'Nenhum lote recente.', done: 'prontos', documents: 'documentos', export: 'Exportar', csv: 'Itens (CSV)', values: 'Valores (CSV)', jsonl: 'Resultados (JSONL)', exporting: 'Exportando', notFound: 'Lote não encontrado.', filter: 'Filtrar', created: 'Criado em', finished: 'Terminado em' },
  dash: { title: 'Painel', period: 'Período', day: '24 horas', week: '7 dias', month: '30 dias', documents: 'Documentos', pages: 'Páginas', success: 'Sucesso', p50_ms: 'Mediana', p95_ms: '95 %', p99_ms: '99 %', volume: 'Volume', outcomes: 'Resultados', latency: 'Tempo até o resultado', seconds: 'segundos', types: 'Tipos', problems: 'Campos com problema', missing: 'Faltam', invalid: 'Inválidos', callbacks: 'Callbacks', backlog: 'Em andamento, por etapa', oldest: 'Mais antigo', none: 'Sem dados no período.', noProblems: 'Nenhum campo faltou ou veio inválido.', noCallbacks: 'Nenhum callback no período.', noBacklog: 'Nada em andamento.', inProgress: 'Em andamento', perHour: 'por hora', perSix: 'a cada 6 horas', perDay: 'por dia (UTC)' },
  ops: { title: 'Operação', health: 'Partes do serviço', ok: 'no ar', unavailable: 'fora do ar', version: 'Versão', commands: 'O que se faz pelo terminal', commandsNote: 'O serviço não oferece isto pela rede: contas, chaves e mensagens mortas só se mexem na máquina, com o programa lavra.', account: 'Criar uma conta e a sua chave', revoke: 'Revogar uma chave', dead: 'Ver mensagens mortas e o porquê', config: 'Conferir a configuração', types: 'Tipos e campos', required: 'Obrigatório', kind: 'Forma', field: 'Campo' },
  error: { unexpected: 'Algo deu errado.', retry: 'Tentar de novo', away: 'O serviço está fora do ar por um momento.', code: 'Código' },
}
export type Texts = typeof pt
