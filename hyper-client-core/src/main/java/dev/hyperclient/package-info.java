/**
 * Public API of the client: {@link dev.hyperclient.ServiceRoot} and its resources. The
 * implementations beside it are package-private. This is where to begin reading them:
 * <ul>
 * <li>Root: {@link dev.hyperclient.ServiceRootBuilder} joins the parts;
 * {@code DefaultServiceRoot} is the root; {@code RootDocuments} holds its two documents,
 * which {@code RootLoader} fetches, {@code BackgroundStart} in the background, and
 * {@code RootValidation} keeps current; {@code ServiceContext} holds the state that all
 * resources of a root share</li>
 * <li>Entries: {@code DefaultEntry} reads; {@code EntryStateHolder} fetches its
 * {@code EntryState}; {@code EntryEditor} writes its {@code EntryChanges};
 * {@code AttributeReader} converts one value, {@code EntryMapping} all of them</li>
 * <li>Pages: {@code DefaultEntryCollection} and {@code DefaultEntryIteration} read
 * {@code Page}s along their links, which {@code PageWalk} follows; {@code LinkPrefetch}
 * fetches linked entries with {@code CooperativeTasks}</li>
 * <li>Operations: {@code DefaultNamedOperation} sends {@code OperationArguments}, which
 * {@code JsonValues} converts and {@code ValueCheck} compares with the description;
 * {@code MultipartForm} and {@code DefaultHostedFile} send files</li>
 * <li>Description: {@link dev.hyperclient.TypeDescription} shows it, {@code TypeLookup}
 * finds the type of a resource, {@code DescribedResource} is the base of all
 * resources</li>
 * </ul>
 */
@NullMarked
package dev.hyperclient;

import org.jspecify.annotations.NullMarked;
